CREATE USER pool_look@'%' IDENTIFIED BY '...';
GRANT PROCESS ON *.* TO pool_look@'%';
CREATE USER pool_act@'%' IDENTIFIED BY '...';
GRANT PROCESS, CONNECTION ADMIN ON *.* TO pool_act@'%';
