/** A connection's state in words. */
import { m } from '#paraglide/messages.js';
import type { ConnectionState } from '../../model/run/frame';

export function stateWords(state: ConnectionState): string {
  switch (state) {
    case 'closed':
      return m.state_client_closed();
    case 'idle':
      return m.state_client_idle();
    case 'socket':
      return m.state_client_socket();
    case 'low_queue':
      return m.state_client_low_queue();
    case 'high_queue':
      return m.state_client_high_queue();
    case 'thread_wait':
      return m.state_client_thread_wait();
    case 'running':
      return m.state_client_running();
    case 'waiting':
      return m.state_client_waiting();
    case 'lock':
      return m.state_client_lock();
    case 'suspended':
      return m.state_client_suspended();
    case 'login':
      return m.state_client_login();
    case 'latch':
      return m.scene_state_latch();
    case 'runnable':
      return m.scene_state_runnable();
  }
}
