// What small phones show, whatever their font and text size.
import { expect, test } from '#tests/support/browser/journey.ts'
import { restoreSession } from '#tests/support/browser/pages.ts'
import { withTextSize, withWideFont } from '#tests/support/browser/screens/text-clipping.ts'
import { findDemoPerson } from '#tests/support/fixtures/demo-people.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('the first question of the form is on the first screen, below the notice about the NIN', async ({ page }) => {
  await restoreSession(page, findDemoPerson('paid'))
  await page.goto('/app/application')
  await expect(page.getByText('Verify your NIN before you submit.')).toBeVisible()
  const answer = page.getByLabel('Place of birth')
  const bottomOf = async () => {
    const { y, height } = (await answer.boundingBox()) ?? { y: 640, height: 0 }
    return y + height
  }
  await expect(answer).toBeVisible()
  expect(await bottomOf()).toBeLessThanOrEqual(610)
  await withWideFont(page, async () => expect(await bottomOf()).toBeLessThanOrEqual(640))

  const facts = page.getByRole('region', { name: 'Your details on record' })
  await expect(facts).toContainText('Danjuma-Bello Halima Sadiq')
  await expect(facts.getByRole('definition').first()).toBeHidden()
  await facts.getByRole('button', { name: 'Show all' }).click()
  await expect(facts.getByRole('definition').filter({ hasText: 'RE24-00003' })).toBeVisible()
  await expect(facts.getByRole('link', { name: 'Contact us' })).toBeVisible()
})

for (const stage of ['paid', 'verified'] as const)
  test(`no stage's name is broken, for an applicant who is ${stage}`, async ({ page }) => {
    await restoreSession(page, findDemoPerson(stage))
    await page.goto('/app/dashboard')
    const stages = page.getByRole('list', { name: 'Your way through the recruitment' })
    const last = stages.getByText('Submitted', { exact: true })
    const expectWholeNames = async () => {
      for (const width of [320, 360, 412, 768]) {
        await page.setViewportSize({ width, height: 640 })
        expect(await stages.evaluate(findBrokenNames), `${width} px`).toEqual([])
      }
    }
    await expect(last).toBeVisible()
    await expectWholeNames()
    await withWideFont(page, expectWholeNames)
    await withTextSize(page, '200%', async () => {
      await expectWholeNames()
      await withWideFont(page, expectWholeNames)
    })
  })

/** The texts within `list` whose words stand on several lines. Runs in the page. */
function findBrokenNames(list: Element): string[] {
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  while (texts.nextNode())
    for (const { index, 0: word } of (texts.currentNode.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
    }
  return broken
}
