/** Kit's, for components that are rendered without it: addresses as the site's root writes them. */
export const resolve = (route: string, params: Readonly<Record<string, string>> = {}): string =>
  route.replaceAll(/\[(\w+)\]/g, (_, name: string) => params[name] ?? '');
