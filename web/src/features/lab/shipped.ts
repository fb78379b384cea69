/** The scenarios of this site, each loaded when it is chosen. */
const files = import.meta.glob<string>('/content/scenarios/*.json', {
  query: '?raw',
  import: 'default',
});

function hasScenario(name: string): boolean {
  return Object.hasOwn(files, `/content/scenarios/${name}.json`);
}

export async function loadScenario(name: string): Promise<string | undefined> {
  return hasScenario(name) ? files[`/content/scenarios/${name}.json`]?.() : undefined;
}
