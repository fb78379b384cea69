/**
 * The state of a figure without its picture: one or two runs under one clock, and the request in question. Frames in other
 * pages use this class; page-figure adds what the site's own pages need.
 */
import { requestOf, type Cue } from '../../model/run/cue';
import { counterparts } from '../../model/run/same';
import type { Event, Life, OverrideValue } from '../../model/run/types';
import type { UrlEye } from '../../model/link/url';
import type { Clock } from '../player/loop';
import { Player, type MakeEngine, type Poster } from '../player/player.svelte';
import type { Track } from '../player/track.svelte';

/** A run as the page carries it, and the engine that continues it. */
export interface Source {
  readonly poster: Poster;
  readonly make: MakeEngine;
}

export class Figure {
  readonly player: Player;
  /** The request by its number in the first run, or by its name. */
  #asked = $state<number | string | undefined>();

  /** What the reader, or a link, has the camera show; of two runs it is the same. */
  #eye = $state.raw<UrlEye | undefined>();
  /** The same, or what it shows by itself. */
  #shown = $state.raw<UrlEye | undefined>();

  constructor([first, second]: readonly Source[], cue: Cue, clock?: Clock) {
    if (!first) throw new Error('a figure without a run');
    this.player = new Player(first.poster, cue, first.make, clock);
    if (second) this.player.pairWith(second.poster, second.make);
  }

  /** The request that the reader or a link asked about. */
  get asked() {
    return this.#asked;
  }
  get eye() {
    return this.#eye;
  }
  get lives(): readonly Life[] {
    return this.player.outcome.lives;
  }
  /** The request whose life is shown, by its number in the first run. */
  get chosen(): number | undefined {
    return requestOf(this.#asked, this.lives);
  }
  /** True if the settings of any run differ from the initial ones. */
  get changed(): boolean {
    return this.player.tracks.some((track) => !track.at_home);
  }
  get problems() {
    return this.player.tracks.flatMap((track) => track.problems);
  }

  /** The chosen request in this run: arrivals are the same, but numbers may differ. */
  lifeOn(track: Track): Life | undefined {
    return this.fellowOn(track, this.chosen);
  }
  /** The counterpart of a request of the first run. */
  protected fellowOn(track: Track, request: number | undefined): Life | undefined {
    const { lives } = this;
    if (request === undefined) return undefined;
    if (track === this.player.main) return lives[request];
    return counterparts(lives, track.outcome.lives)[request];
  }

  /** The dot of the chosen request's connection. */
  clientOf(track: Track): number | undefined {
    const connection = this.chosen === undefined ? undefined : this.lives[this.chosen]?.connection;
    const index = connection === undefined ? -1 : track.frame.connection_id.indexOf(connection);
    return index < 0 ? undefined : index;
  }

  /** The inputs of a run's scene. Each is a getter of its own, so that a new moment does not repeat the layout. */
  sceneOf(track: Track) {
    const { player } = this;
    const clientOf = () => this.clientOf(track);
    const seen = () => this.#shown;
    return {
      get outcome() {
        return track.outcome;
      },
      get first() {
        return track.first;
      },
      get frame() {
        return track.frame;
      },
      get end_ns() {
        return player.end_ns;
      },
      get playing() {
        return player.playing;
      },
      get chosen() {
        return clientOf();
      },
      get eye() {
        return seen();
      },
      /** Of two runs the first leads. */
      leads: track === player.main,
      oneye: (eye: UrlEye | undefined, by_hand: boolean) => this.look(eye, by_hand),
      screenMs: (from_ns: number, to_ns: number) => player.screenMs(from_ns, to_ns),
      ontravel: (travels: boolean) => void (player.travels = travels),
      onchoose: (client: number) => {
        this.askClient(track, client);
        player.follow();
      },
    };
  }

  /** Has every camera show it; undefined for the whole. */
  look(eye: UrlEye | undefined, by_hand: boolean): void {
    this.#shown = eye;
    this.#eye = by_hand ? eye : undefined;
  }

  ask(request: number | string | undefined, of: Track = this.player.main): void {
    const { main } = this.player;
    if (of === main || typeof request !== 'number') this.#asked = request;
    else this.#asked = counterparts(of.outcome.lives, this.lives)[request]?.request ?? this.#asked;
  }

  /** Chooses the request of a connection's dot: its present one, else its last one. */
  askClient(track: Track, client: number): void {
    const connection = track.frame.connection_id[client];
    const now = track.frame.connection_request[client];
    const own = track.outcome.lives.filter((one) => one.connection === connection);
    const life = own.find((one) => one.request === now) ?? own.at(-1);
    if (life) this.ask(life.request, track);
  }

  /** Goes to an entry of the log and chooses its request. */
  goTo(event: Event, of: Track = this.player.main): void {
    this.player.goTo(event.step, event.at_ns);
    if ('request' in event) this.ask(event.request, of);
  }

  turn(name: string, value: OverrideValue, of: readonly Track[] = [this.player.main]): void {
    for (const track of of) this.player.turn(track, name, value);
  }

  /** Restores the author's state. */
  reset(): void {
    this.#asked = undefined;
    this.player.reset();
  }

  close(): void {
    this.player.close();
  }
}
