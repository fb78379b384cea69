/** The sources of the schedulers' rules. */
import type { Source } from '../run/types';

export const SOURCES: readonly Source[] = [
  {
    author: 'MariaDB Foundation and contributors',
    title: 'MariaDB Server, sql/threadpool_generic.cc and sql/threadpool_common.cc',
    date: '10.4 to 11.x',
  },
  {
    author: 'MariaDB',
    title: 'Thread Groups in the Unix Implementation of the Thread Pool',
    date: 'MariaDB documentation',
  },
  {
    author: 'MariaDB',
    title: 'Thread Pool System and Status Variables',
    date: 'MariaDB documentation',
  },
  {
    author: 'Percona and contributors',
    title: 'Percona Server for MySQL, sql/threadpool_unix.cc',
    date: '5.6 to 9.x',
  },
  { author: 'Percona', title: 'Thread pool', date: 'Percona Server for MySQL 8.0 documentation' },
  {
    author: 'wych42',
    title: 'MySQL thread pool stall, reproduced (MySQL线程池卡顿重现)',
    date: '2023-05-26',
  },
  {
    author: 'plantegg',
    title: 'Delays and stalls caused by MySQL’s thread pool (MySQL线程池导致的延时卡顿排查)',
    date: '2020-11-17',
  },
  {
    author: 'Okabe, M. and Ito, K.',
    title:
      'Color Universal Design: how to make figures and presentations that are friendly to colorblind people',
    date: '2008',
  },
];
