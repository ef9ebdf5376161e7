// Fills in the application form as a user does: by labels, field by field, with the file picker.
import { expect, type Locator, type Page } from '@playwright/test'
import type { SampleFile } from '../fixtures/sample-files.ts'

/** Text to type, the label of an option, a date, or files to choose. */
export type FieldInput = string | { day?: string; month?: string; year: string } | readonly SampleFile[]
export type FieldInputs = Readonly<Record<string, FieldInput>>

/** Fills in fields of a section or an entry, in the given order. */
export async function fillIn(within: Locator, answers: FieldInputs): Promise<void> {
  for (const [label, input] of Object.entries(answers)) {
    if (typeof input === 'string') await fillControl(within, label, input)
    else if ('year' in input) await fillDate(within, label, input)
    else await chooseFiles(within, label, input)
  }
}

/** Labels of optional fields end with "(optional)". */
const findControl = (within: Locator, label: string) =>
  within.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).filter({ visible: true })

async function fillControl(within: Locator, label: string, text: string) {
  const control = findControl(within, label)
  const isChoice = await control.evaluate((element) => element.tagName === 'SELECT')
  if (isChoice) await control.selectOption({ label: text })
  else await control.fill(text)
}

const findGroup = (within: Locator, label: string) =>
  within.getByRole('group', { name: new RegExp(`^${label}( \\(optional\\))?$`) })

async function fillDate(
  within: Locator,
  label: string,
  { day, month, year }: { day?: string; month?: string; year: string },
) {
  const boxes = findGroup(within, label)
  if (day) await boxes.getByLabel('Day').fill(day)
  if (month) await boxes.getByLabel('Month').fill(month)
  await boxes.getByLabel('Year').fill(year)
}

/** Chooses files in the file picker and waits until all are uploaded. */
async function chooseFiles(within: Locator, label: string, files: readonly SampleFile[]): Promise<void> {
  const drop = findGroup(within, label)
  const uploaded = drop.getByRole('link', { name: /^View File \d+$/ })
  const before = await uploaded.count()
  const picker = within.page().waitForEvent('filechooser')
  await drop.getByRole('button', { name: /^Choose (files|a file)/ }).click()
  await (await picker).setFiles([...files])
  await expect(uploaded).toHaveCount(before + files.length, { timeout: 30_000 })
}

export const findSection = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${title}( \\(optional\\))?$`) })

/** Fills in the entry that a required list has ready, or else adds one. */
export async function addEntryCard(page: Page, list: string, noun: string, answers: FieldInputs): Promise<Locator> {
  const within = findSection(page, list)
  const entries = within.getByRole('heading', { level: 3, name: new RegExp(`^${noun} \\d`) })
  // Only its number stands in the heading of an entry without answers.
  const ready = within.getByRole('heading', { level: 3, name: new RegExp(`^${noun} \\d+$`) })
  await expect(within).toBeVisible()
  const isReady = (await ready.count()) > 0
  const number = isReady ? Number((await ready.first().innerText()).slice(noun.length)) : (await entries.count()) + 1
  if (!isReady) await within.getByRole('button', { name: `Add ${noun.toLowerCase()}` }).click()
  const card = findEntryCard(page, list, noun, number)
  await expect(card).toBeVisible()
  await fillIn(card, answers)
  return card
}

/** An entry's card; `number` from 1. */
export const findEntryCard = (page: Page, list: string, noun: string, number: number): Locator => {
  const heading = page.getByRole('heading', { level: 3, name: new RegExp(`^${noun} ${number}\\b`) })
  return findSection(page, list).getByRole('listitem').filter({ has: heading })
}

export async function expectStep(page: Page, number: number, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: `Step ${number} of 7 ${title}` })).toBeVisible()
}

export async function clickNext(page: Page, button: 'Next' | 'Preview' = 'Next'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** The status beside the step's title says that the server has saved the draft. */
export const expectSaved = (page: Page): Promise<void> => expect(page.getByText(/^Saved \d/)).toBeVisible()

export async function clickPrevious(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Previous' }).click()
}
