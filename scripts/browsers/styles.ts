// Finds the features that a style sheet uses and the oldest browsers lack. Features inside @supports, or with an older
// alternative earlier in the same rule, do not count: they are only for browsers that have them.
import { type ChildNode, type Declaration, parse } from 'postcss';
import type { Lack } from './scripts.ts';
import { featureAt, isKnown, lacking, type Place } from './support.ts';

const UNITS: readonly [pattern: RegExp, name: string][] = [
  [/[\d.]d(?:vh|vw|vi|vb|vmin|vmax)\b/, 'viewport_percentage_units_dynamic'],
  [/[\d.]s(?:vh|vw|vi|vb|vmin|vmax)\b/, 'viewport_percentage_units_small'],
  [/[\d.]l(?:vh|vw|vi|vb|vmin|vmax)\b/, 'viewport_percentage_units_large'],
  [/[\d.]cq(?:w|h|i|b|min|max)\b/, 'container_query_length_units'],
  [/[\d.]lh\b/, 'lh'],
  [/[\d.]rlh\b/, 'rlh'],
];

/** Functions are looked up in these groups of css.types. */
const FUNCTION_GROUPS = ['color', 'image', 'gradient', 'basic-shape', 'transform-function', 'easing-function'];

const withoutTexts = (value: string): string => value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');

/** The features of a declaration, by their spelling. */
function featuresOf({ prop, value, parent }: Declaration): [name: string, place: Place][] {
  const found: [string, Place][] = [];
  // Descriptors of @page, @font-face and the like are not properties.
  if (parent?.type === 'atrule' && 'name' in parent && featureAt('css', 'at-rules', parent.name, prop) !== undefined)
    return [[`@${parent.name} ${prop}`, featureAt('css', 'at-rules', parent.name, prop)]];
  const isOwn = prop.startsWith('--');
  if (!isOwn && !prop.startsWith('-')) found.push([prop, featureAt('css', 'properties', prop)]);
  const plain = withoutTexts(value);
  for (const [, name = ''] of plain.matchAll(/(?<![\w-])([a-z][\w-]*)\(/gi)) {
    const places = [['properties', prop], ['types'], ...FUNCTION_GROUPS.map((group) => ['types', group])];
    if (prop === 'clip') continue;
    found.push([`${name}()`, places.map((path) => featureAt('css', ...path, name)).find((one) => one !== undefined)]);
  }
  for (const [pattern, name] of UNITS)
    if (pattern.test(plain)) found.push([name, featureAt('css', 'types', 'length', name)]);
  if (!isOwn)
    for (const word of plain.split(/[^\w-]+/))
      found.push([`${prop}: ${word}`, featureAt('css', 'properties', prop, word)]);
  return found.filter(([, place]) => isKnown(place));
}

const selectorFeatures = (selector: string): [name: string, place: Place][] =>
  [...withoutTexts(selector).matchAll(/::?([a-z-]+)/g)].map(([written, name = '']) => [
    written,
    featureAt('css', 'selectors', name),
  ]);

function atRuleFeatures(name: string, params: string): [name: string, place: Place][] {
  const found: [string, Place][] = [[`@${name}`, featureAt('css', 'at-rules', name)]];
  if (name === 'media') {
    if (/[<>]/.test(params)) found.push(['@media (width > …)', featureAt('css', 'at-rules', 'media', 'range_syntax')]);
    for (const [, feature = ''] of params.matchAll(/\(\s*([a-z-]+)/g))
      found.push([`@media (${feature})`, featureAt('css', 'at-rules', 'media', feature)]);
  }
  return found;
}

const isWithin = (node: ChildNode, name: string): boolean => {
  for (
    let parent = node.parent;
    parent !== undefined && parent.type !== 'document';
    parent = parent.parent as typeof parent
  )
    if (parent.type === 'atrule' && 'name' in parent && parent.name === name) return true;
  return false;
};

const PREFIXES = ['-webkit-', '-moz-'];
const lacksOf = (features: readonly [string, Place][]): [string, string[]][] =>
  features
    .map(([name, place]): [string, string[]] => [name, lacking(place)])
    .filter(([, browsers]) => browsers.length > 0);

/** Whether the rule has an earlier alternative that all of them support, or one with their prefix. */
function hasOlder(declaration: Declaration): boolean {
  const { parent, prop } = declaration;
  if (parent === undefined) return false;
  const siblings = parent.nodes.filter((node): node is Declaration => node.type === 'decl');
  const before = siblings.slice(0, siblings.indexOf(declaration));
  const isOlder = (one: Declaration): boolean => one.prop === prop && lacksOf(featuresOf(one)).length === 0;
  if (before.some(isOlder)) return true;
  const prefixes = PREFIXES.filter((prefix) => siblings.some((one) => one.prop === `${prefix}${prop}`));
  return prefixes.length > 0 && lacking(featureAt('css', 'properties', prop), prefixes).length === 0;
}

/** What a style sheet uses that the oldest browsers lack. */
export function lacksOfStyles(css: string): Lack[] {
  const found: Lack[] = [];
  const root = parse(css);
  const add = (node: ChildNode, features: readonly [string, Place][]): void => {
    if (isWithin(node, 'supports')) return;
    for (const [feature, browsers] of lacksOf(features))
      found.push({ feature, browsers, code: node.toString().slice(0, 120).replaceAll(/\s+/g, ' ') });
  };
  root.walkDecls((declaration) => {
    if (!hasOlder(declaration)) add(declaration, featuresOf(declaration));
  });
  root.walkRules((rule) => {
    if (isWithin(rule, 'keyframes')) return;
    // A list of selectors counts as one: a browser drops all of it for one unknown selector.
    add(rule, selectorFeatures(rule.selector));
    if (rule.selector.includes('&')) add(rule, [['&', featureAt('css', 'selectors', 'nesting')]]);
  });
  root.walkAtRules((rule) => {
    if (rule.name !== 'supports') add(rule, atRuleFeatures(rule.name.replace(/^-\w+-/, ''), rule.params));
  });
  return found;
}
