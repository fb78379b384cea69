/** Where a live pool leads to, on a page of the site or in a frame of another. */
export interface Place {
  readonly href: string;
  readonly target?: '_blank';
}

export interface Places {
  /** The page whose address plays a log again, from the root of its site. */
  readonly run: string;
  /** The site, from here. */
  readonly root: string;
  readonly lesson: (slug: string) => Place;
}
