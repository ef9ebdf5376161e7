import { expect, type Locator } from '@playwright/test'

/** Reads them anew until there are values: the app replaces the elements of a skeleton, which then have none. */
export async function readStyle(locator: Locator, ...names: string[]): Promise<string[]> {
  let values: string[] = []
  await expect(async () => {
    values = await locator.evaluate(
      (element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)),
      names,
    )
    expect(values).not.toContain('')
  }).toPass()
  return values
}
