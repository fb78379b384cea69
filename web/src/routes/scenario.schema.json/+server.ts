import schema from '../../../../content/scenario.schema.json?raw';

/** Editors find it through the `$schema` line of an exported scenario. */
export const prerender = true;

export function GET(): Response {
  return new Response(schema, { headers: { 'content-type': 'application/json' } });
}
