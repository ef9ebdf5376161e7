// What a person does on a page, by the names that a screen reader says, for browsers that Playwright does not drive.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FieldInputs } from '../browser/wizard-pages.ts'
import type { SampleFile } from '../fixtures/sample-files.ts'
import type { Driver, ElementRef } from './drivers.ts'

/** Where to look: inside all of these, the outer ones first. */
export interface Place {
  /** Title of a section. */
  section?: string
  /** Title of a card in it: the text with which its heading begins. */
  card?: string
  /** Label of a group of fields, such as a date. */
  group?: string
  dialog?: true
}

type Kind = 'button' | 'link' | 'field' | 'files' | 'card' | 'heading' | 'option'

// A loaded machine may take long for a page of code, and a test that fails says what it waited for.
const timeoutMs = 60_000
/** A click that the element has not got by then will not come. */
const missedClickMs = 1_000

export interface WebDriverPage extends Pick<Driver, 'sendKeys'> {
  open(path: string): Promise<void>
  reload(): Promise<void>
  /** Waits until the page shows the text. Spaces do not count. */
  see(text: string): Promise<void>
  /** Waits until the address begins with the path. */
  expectPath(path: string): Promise<void>
  click(kind: 'button' | 'link' | 'field', name: string, place?: Place): Promise<void>
  type(label: string, text: string, place?: Place): Promise<void>
  readField(label: string, place?: Place): Promise<string>
  /** Ticks the only box of the page. */
  tick(): Promise<void>
  /** Waits until a file is displayed in its frame, into which nobody can look. */
  seeFileFrame(): Promise<void>
  has(kind: Kind, name: string, place?: Place): Promise<boolean>
  fillIn(answers: FieldInputs, place?: Place): Promise<void>
  chooseFiles(files: readonly SampleFile[], place: Place): Promise<void>
  readText(): Promise<string>
}

/** @param directory for the files that are chosen, which the browser may read later */
export function createWebDriverPage(driver: Driver, origin: string, directory: string): WebDriverPage {
  const query = (kind: Kind, name: string, place: Place = {}) =>
    driver.run<ElementRef | null>(`return (${findInPage})(...arguments)`, kind, name, place)
  const readText = async () => (await driver.run<string>('return document.body.innerText')).replace(/\s+/g, ' ')

  async function waitFor<Found>(what: string, attempt: () => Promise<Found | null | false>): Promise<Found> {
    const until = Date.now() + timeoutMs
    for (;;) {
      // While a page is being left, scripts fail.
      const found = await attempt().catch(() => null)
      if (found) return found
      if (Date.now() > until) {
        const path = await driver.run<string>('return location.pathname').catch(() => '?')
        throw new Error(`${what} does not appear on ${path}. The page reads:\n${await readText().catch(() => '')}`)
      }
      await pause(100)
    }
  }

  const find = (kind: Kind, name: string, place?: Place) =>
    waitFor(`${kind} '${name}'${place ? ` in ${JSON.stringify(place)}` : ''}`, () => query(kind, name, place))

  /** A click would miss what still moves. */
  async function isAtRest(element: ElementRef): Promise<boolean> {
    const measure = () => driver.run<string>('return JSON.stringify(arguments[0].getBoundingClientRect())', element)
    const before = await measure()
    await pause(100)
    return (await measure()) === before
  }

  /** Whether the click has reached the element: what loads meanwhile may have moved it away. */
  async function clickOn(element: ElementRef): Promise<boolean> {
    await driver.run(
      `const [element] = arguments
      element.isClicked = false
      element.addEventListener('click', () => { element.isClicked = true }, { once: true })`,
      element,
    )
    await driver.click(element)
    const until = Date.now() + missedClickMs
    do {
      // A click may replace the page, and with it the element.
      if (await driver.run<boolean>('return arguments[0].isClicked === true', element).catch(() => true)) return true
      await pause(50)
    } while (Date.now() < until)
    return false
  }

  const click = (kind: Kind, name: string, place?: Place) =>
    waitFor(`${kind} '${name}', to click on it,`, async () => {
      const element = await query(kind, name, place)
      if (!element) return false
      if (kind === 'option') await driver.click(element)
      return kind === 'option' || ((await isAtRest(element)) && clickOn(element))
    }).then(() => undefined)

  async function type(label: string, text: string, place?: Place) {
    const field = await find('field', label, place)
    const isChoice = await driver.run<boolean>('return arguments[0].tagName === "SELECT"', field)
    if (isChoice) await click('option', text, { ...place, group: label })
    else await driver.type(field, text)
  }

  async function chooseFiles(files: readonly SampleFile[], place: Place) {
    const paths = await Promise.all(
      files.map(async ({ name, buffer }) => {
        const path = join(directory, name)
        await writeFile(path, buffer)
        return path
      }),
    )
    const uploads = () => driver.run<number>(`return (${countUploads})(...arguments)`, place.section ?? '')
    const before = await uploads()
    await driver.type(await find('files', '', place), paths.join('\n'))
    await waitFor('The upload', async () => place.section === undefined || (await uploads()) >= before + files.length)
  }

  async function fillIn(answers: FieldInputs, place: Place = {}) {
    for (const [label, input] of Object.entries(answers)) {
      if (typeof input === 'string') await type(label, input, place)
      else if ('year' in input) {
        const group = { ...place, group: label }
        if (input.day) await type('Day', input.day, group)
        if (input.month) await type('Month', input.month, group)
        await type('Year', input.year, group)
      } else await chooseFiles(input, { ...place, group: label })
    }
  }

  return {
    open: (path) => driver.open(`${origin}${path}`),
    reload: async () => driver.open(await driver.run<string>('return location.href')),
    see: async (text) => void (await waitFor(`'${text}'`, async () => (await readText()).includes(text))),
    expectPath: async (path) =>
      void (await waitFor(`The address ${path}`, () =>
        driver.run<boolean>('return (location.pathname + location.search).startsWith(arguments[0])', path),
      )),
    click,
    type,
    readField: async (label, place) =>
      driver.run<string>('return arguments[0].value', await find('field', label, place)),
    tick: async () =>
      driver.click(
        await waitFor('A box', () => driver.run<ElementRef | null>('return document.querySelector("[type=checkbox]")')),
      ),
    seeFileFrame: async () =>
      void (await waitFor('A file in its frame', () =>
        driver.run<boolean>('return document.querySelector("iframe[data-state=displayed]") !== null'),
      )),
    has: async (kind, name, place) => (await query(kind, name, place)) !== null,
    sendKeys: driver.sendKeys,
    fillIn,
    chooseFiles,
    readText,
  }
}

/** Runs in the page. Finds what can be seen, or a file field, which is hidden behind its button. */
function findInPage(kind: Kind, name: string, place: Place): Element | null {
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const readIds = (ids: string) =>
    clean(
      ids
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    )
  const getName = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')
    if (ids) return readIds(ids)
    const label = element.getAttribute('aria-label')
    if (label) return clean(label)
    if (element instanceof HTMLFieldSetElement) return clean(element.querySelector('legend')?.textContent)
    const { labels } = element as HTMLInputElement
    return clean(labels?.length ? labels[0]?.textContent : element.textContent)
  }
  const isNamed = (element: Element, wanted: string) =>
    getName(element).replace(/ \(optional\)$/, '') === wanted || getName(element) === wanted
  const isVisible = (element: Element) => element.getClientRects().length > 0
  /** With those in shadow trees, in which the payment provider's dialog stands. */
  const all = (within: ParentNode, selector: string): Element[] => [
    ...within.querySelectorAll(selector),
    ...[...within.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot, selector) : [])),
  ]

  let within: Element | undefined = document.querySelector('dialog[open]') ?? document.body
  if (place.section !== undefined)
    within = all(within, 'section, [role=region]').find((one) => isNamed(one, place.section ?? ''))
  if (within && place.card !== undefined)
    within = all(within, 'li').find((one) => clean(one.querySelector('h3')?.textContent).startsWith(place.card ?? ''))
  if (within && place.group !== undefined) {
    const selector = kind === 'option' ? 'select' : 'fieldset, [role=group]'
    within = all(within, selector).find((one) => isNamed(one, place.group ?? '') && isVisible(one))
  }
  if (!within) return null
  const selectors: Record<Kind, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    field: 'input, select, textarea',
    files: 'input[type=file]',
    card: 'h3',
    heading: 'h1, h2, h3',
    option: 'option',
  }
  const found = all(within, selectors[kind])
  if (kind === 'files' || kind === 'card') return found[0] ?? null
  return (
    found.find(
      (one) => isNamed(one, name) && (kind === 'option' || isVisible(one)) && !(one as HTMLButtonElement).disabled,
    ) ?? null
  )
}

/** Runs in the page. Links to files that have arrived. */
function countUploads(section: string): number {
  return [...document.querySelectorAll('section, [role=region]')]
    .filter((one) => one.textContent?.includes(section))
    .flatMap((one) => [...one.querySelectorAll('a')])
    .filter((link) => /^View File \d+$/.test((link.textContent ?? '').trim())).length
}
