// Filling the form as a person does: by the words on the screen, a box at a time, with the device's own file picker.
import { expect, type Locator, type Page } from '@playwright/test'
import type { SampleFile } from '../fixtures/sample-files.ts'

/** What is typed, picked or chosen. A choice is given by the words that stand in the list. */
export type Given = string | { day?: string; month?: string; year: string } | readonly SampleFile[]
export type GivenAnswers = Readonly<Record<string, Given>>

/** Answers the questions inside of a section or an entry, in the order given. */
export async function answer(within: Locator, answers: GivenAnswers): Promise<void> {
  for (const [label, given] of Object.entries(answers)) {
    if (typeof given === 'string') await answerLine(within, label, given)
    else if ('year' in given) await answerDate(within, label, given)
    else await chooseFiles(within, label, given)
  }
}

/** What is not required says so in its label. */
const labelled = (within: Locator, label: string) =>
  within.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).filter({ visible: true })

async function answerLine(within: Locator, label: string, words: string) {
  const control = labelled(within, label)
  const isChoice = await control.evaluate((element) => element.tagName === 'SELECT')
  if (isChoice) await control.selectOption({ label: words })
  else await control.fill(words)
}

const question = (within: Locator, label: string) =>
  within.getByRole('group', { name: new RegExp(`^${label}( \\(optional\\))?$`) })

async function answerDate(
  within: Locator,
  label: string,
  { day, month, year }: { day?: string; month?: string; year: string },
) {
  const boxes = question(within, label)
  if (day) await boxes.getByLabel('Day').fill(day)
  if (month) await boxes.getByLabel('Month').fill(month)
  await boxes.getByLabel('Year').fill(year)
}

/** Presses the button, picks the files, and waits until the server holds each of them. */
async function chooseFiles(within: Locator, label: string, files: readonly SampleFile[]): Promise<void> {
  const drop = question(within, label)
  const arrived = drop.getByRole('link', { name: /^View File \d+$/ })
  const before = await arrived.count()
  const picker = within.page().waitForEvent('filechooser')
  await drop.getByRole('button', { name: /^Choose (files|a file)/ }).click()
  await (await picker).setFiles([...files])
  await expect(arrived).toHaveCount(before + files.length, { timeout: 30_000 })
}

export const section = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${title}( \\(optional\\))?$`) })

/** Adds an entry to a list, and answers its questions. */
export async function addEntry(page: Page, list: string, noun: string, answers: GivenAnswers): Promise<Locator> {
  const within = section(page, list)
  const entries = within.getByRole('heading', { level: 3, name: new RegExp(`^${noun} \\d`) })
  const number = (await entries.count()) + 1
  await within.getByRole('button', { name: `Add ${noun.toLowerCase()}` }).click()
  const card = entry(page, list, noun, number)
  await expect(card).toBeVisible()
  await answer(card, answers)
  return card
}

/** An entry's card; `number` from 1. */
export const entry = (page: Page, list: string, noun: string, number: number): Locator => {
  const heading = page.getByRole('heading', { level: 3, name: new RegExp(`^${noun} ${number}\\b`) })
  return section(page, list).getByRole('listitem').filter({ has: heading })
}

export async function expectStep(page: Page, number: number, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: `Step ${number} of 7 ${title}` })).toBeVisible()
}

export async function goOn(page: Page, button: 'Next' | 'Preview' = 'Next'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** Beside the step's title: the server holds everything that was typed. */
export const expectSaved = (page: Page): Promise<void> => expect(page.getByText(/^Saved \d/)).toBeVisible()

export async function goBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Previous' }).click()
}
