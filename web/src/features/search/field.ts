/** Loaded when the field in the page's header is used. */
import { mount } from 'svelte';
import Finder from './Finder.svelte';

const opened = new WeakSet<HTMLInputElement>();

/** @param from what had the focus before */
export function open(field: HTMLInputElement, from?: EventTarget | null): void {
  if (opened.has(field) || !field.form) return;
  opened.add(field);
  mount(Finder, { target: field.form, props: { field, from } });
}
