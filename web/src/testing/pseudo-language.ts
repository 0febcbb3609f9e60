/**
 * Test support: a language whose texts are in brackets, to find texts that do not come from the catalog. Those of the page
 * are the English ones; those of the core are German.
 */
import { setLanguage } from '@twentyfour/core';
import german from '@twentyfour/core/languages/de.json';
import { readFileSync } from 'node:fs';
import { createElement, Fragment, type ReactNode } from 'react';
import { type Catalog, setCatalog } from '../messages/catalog';

type Message = (parameters?: never) => ReactNode;

const MODULES = import.meta.glob<Record<string, Message>>('../messages/*.ts', { eager: true });
const camelCase = (id: string) => id.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const catalog: Catalog = Object.fromEntries(
  Object.entries(MODULES).flatMap(([path, module]) => {
    const area = /(\w+)\.ts$/.exec(path)?.[1] ?? '';
    const ids = idsOf(area);
    return ids ? [[area, ids.map((id) => inBrackets(module[camelCase(id)] as Message))]] : [];
  }),
);

/** Returns the ids of an area in the order of the English file; null for modules that are no area. */
function idsOf(area: string): string[] | null {
  try {
    return Object.keys(JSON.parse(readFileSync(`../messages/en/${area}.json`, 'utf8')) as object);
  } catch {
    return null;
  }
}

function inBrackets(english: Message): (parameters: never) => ReactNode {
  return (parameters) => {
    setCatalog({});
    const text = english(parameters);
    setCatalog(catalog);
    return typeof text === 'string' ? `⟦${text}⟧` : createElement(Fragment, null, '⟦', text, '⟧');
  };
}

/** Shows all texts in brackets, until `resetLanguage`. */
export function setPseudoLanguage(): void {
  setCatalog(catalog);
  setLanguage({ language: 'de', texts: german.texts.map((text) => `⟦${text}⟧`) });
}

/** Shows all texts in English again. */
export function resetLanguage(): void {
  setCatalog({});
  // A catalog without the texts of this version counts as English.
  setLanguage({ language: 'en', texts: [] });
}

/** The attributes that are shown or read aloud. */
const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'aria-placeholder', 'alt', 'title', 'placeholder'];

/** What is the same in every language: the name of the app, names of keys, and what `Intl` writes. */
const SAME = /Twentyfour|\bPro\b|Ctrl|Shift|Alt|\b(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?\b|\b(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g;

/** Returns the words of the page that are not within brackets. */
export function textsOutsideBrackets(): string[] {
  const found: string[] = [];
  let depth = 0;
  const add = (text: string) => {
    const outside = Array.from(text, (letter) => {
      if (letter === '⟧') depth -= 1;
      const shown = depth === 0 && letter !== '⟧' ? letter : '';
      if (letter === '⟦') depth += 1;
      return depth === 0 ? shown : '';
    }).join('');
    if (/\p{L}{2}/u.test(outside.replaceAll(SAME, ''))) found.push(text.trim());
  };
  const addWhole = (text: string) => {
    depth = 0;
    add(text);
    depth = 0;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement?.closest('code, kbd, script, style, [lang]')) add(walker.currentNode.textContent ?? '');
  for (const name of ATTRIBUTES) for (const element of document.querySelectorAll(`[${name}]`)) addWhole(element.getAttribute(name) ?? '');
  addWhole(document.title);
  return [...new Set(found)];
}
