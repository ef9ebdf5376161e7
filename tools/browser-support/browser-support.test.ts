import { expect, test } from 'vitest'
import { readSource, sourcesBelow } from '#tests/support/imports.ts'
import { checkedFeatures, isNewer, oldestBrowsers } from './check.mjs'
import { findNewScriptFeatures } from './javascript.mjs'
import { findNewStyleFeatures } from './styles.mjs'

const checkScript = (source: string) => [...findNewScriptFeatures('a.js', source).keys()]
const checkStyles = (source: string) => [...findNewStyleFeatures(source).keys()]

test.each([
  ['a ||= 1', '||='],
  ['class A { #b = 1 }', '#private'],
  ['class A { static { b() } }', 'static { }'],
  ['class A { static b = 1 }', 'static fields'],
  ['await a()', 'await outside of functions'],
  ['export * as a from "./b.js"', 'export * as'],
  ['import a from "./b.json" with { type: "json" }', 'import … with'],
  ['/(?<!a)b/.test(c)', '(?<=lookbehind)'],
  ['/a/v.test(c)', '/regex/v'],
  ['[1].at(-1)', 'at'],
  ['a?.findLast(b)', 'findLast'],
  ['structuredClone(a)', 'structuredClone'],
  ['window.requestIdleCallback(a)', 'requestIdleCallback'],
  ['crypto.randomUUID()', 'randomUUID'],
  ['AbortSignal.timeout(1)', 'AbortSignal.timeout'],
  ['dialog.showModal()', 'showModal'],
  ['new Intl.DateTimeFormat("en", { dateStyle: "long" })', 'dateStyle'],
])('%s is too new', (source, what) => {
  expect(checkScript(source)).toContain(what)
})

test('V3.7.1 features of the oldest browsers are allowed', () => {
  const source = `
    import { a } from './b.js'
    export async function c({ d = 1, ...e }) {
      for await (const f of a?.(d) ?? []) await import(f.timeout)
      return { ...e, at: 1, any: /(?<name>x)\\p{L}/su, n: 1n }
    }
    class G { h = 1; i = async () => await c(this.h ** 2) }
    try { new G().i() } catch { Promise.allSettled([]) }
  `
  expect(checkScript(source)).toEqual([])
})

test('a script that cannot be parsed is an error', () => {
  expect(() => checkScript('const = 1')).toThrow('a.js')
})

test.each([
  ['.a{inset:0}', 'inset'],
  ['.a{gap:1px;align-items:center;display:flex}', 'gap in flex rows'],
  ['.a{display:inline-flex;column-gap:1px}', 'gap in flex rows'],
  ['.a{aspect-ratio:4/5}', 'aspect-ratio'],
  ['.a{color:red;&:hover{color:blue}}', 'nesting'],
  ['.a:has(b){color:red}', ':has()'],
  ['@layer a{b{color:red}}', '@layer'],
  ['.a{height:100dvh}', 'dvh, svh, lvh'],
  ['.a{background:color-mix(in srgb,red,blue)}', 'color-mix()'],
  ['@media (width>=40rem){.a{color:red}}', 'media ranges'],
  ['.a:hover,.a:focus-visible{color:red}', ':focus-visible in a list'],
  ['.a{overflow-x:clip}', 'overflow: clip'],
])('%s is too new', (source, what) => {
  expect(checkStyles(source)).toEqual([what])
})

test('comments, strings and URLs in a style sheet are ignored', () => {
  expect(
    checkStyles('/* :has( */.a::before{content:"{inset:0}";background:url(data:@layer)}.a:focus-visible{top:0}'),
  ).toEqual([])
})

test('container queries are extras: what stands in them may be newer, what stands around them not', () => {
  const query = '@container (width>=38ch){.a:has(b){color:red}.c{inset:0}}'
  expect(checkStyles(`.a{container-type:inline-size}${query}.b{top:0}`)).toEqual([])
  expect(checkStyles(`${query}.b{inset:0}`)).toEqual(['inset'])
})

test.each(Object.entries(checkedFeatures))('%s is used only where its absence is thought of', (feature, files) => {
  const isUsed = new RegExp(`\\b${feature}\\(`)
  const users = ['src/kit', 'src/applicant']
    .flatMap(sourcesBelow)
    .filter((file) => !/\.test\.tsx?$/.test(file) && isUsed.test(readSource(file)))
  expect(files).toEqual(expect.arrayContaining(users))
  expect(users).not.toEqual([])
})

test('V3.7.1 what is too new for applicants may be old enough for the staff', () => {
  expect(isNewer('Chrome 105, Firefox 121, Safari 15.4', oldestBrowsers.web)).toBe(true)
  expect(isNewer('Chrome 105, Firefox 121, Safari 15.4', oldestBrowsers.staff)).toBe(false)
  expect(isNewer('Chrome 120, Firefox 128, Safari 17.4', oldestBrowsers.staff)).toBe(false)
  expect(isNewer('Safari 17.5', oldestBrowsers.staff)).toBe(true)
  expect(isNewer('Chrome 94, no Safari', oldestBrowsers.staff)).toBe(true)
})
