/** A stand-in for Kit's, for components that are rendered without it: addresses relative to the site's root. */
export const resolve = (route: string, params: Readonly<Record<string, string>> = {}): string =>
  route.replaceAll(/\[(\w+)\]/g, (_, name: string) => params[name] ?? '');
