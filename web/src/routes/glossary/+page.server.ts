import { library } from '../../build/lessons';

export const load = () => ({
  terms: Object.entries(library.glossary)
    .map(([key, entry]) => ({ key, ...entry }))
    .sort((a, b) => a.term.localeCompare(b.term, 'en')),
});
