mariadb -h 127.0.0.1 -P <extra_port> -u <user> -p -B -n < watch.sql | poolscope watch
