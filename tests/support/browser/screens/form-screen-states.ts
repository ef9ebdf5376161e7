// Screens of the form: its steps, and states that need a file, an empty step or a lost connection.
import type { Page } from '@playwright/test'
import { createReadyApplicant } from '../../fixtures/applicants.ts'
import type { Login } from '../../fixtures/demo-people.ts'
import { createPhonePhoto } from '../../fixtures/sample-files.ts'
import { createApplicantWithDraft } from '../applicants-with-draft.ts'
import type { ProductWithDatabase } from '../product-with-database.ts'
import { clickNext } from '../wizard-pages.ts'
import type { ScreenState } from './screen-states.ts'

async function choosePassportPhoto(page: Page) {
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /passport photo$/ }).click()
  await (await picker).setFiles(await createPhonePhoto('me.jpg'))
  // It is saved: a message that came later would lie over the page.
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').first().waitFor()
}

async function createApplicantAtStepTwo(product: ProductWithDatabase): Promise<Login> {
  const applicant = await createReadyApplicant(product)
  const body = { document: { placeOfBirth: 'Jos' }, revision: 0 }
  await product.call('PUT', '/applications/draft', { token: applicant.token, body })
  return applicant
}

export const formSteps: ScreenState[] = [
  ...['Place of birth', 'Institutions attended', 'Experience', 'Publications', 'Referees', 'Submit'].map(
    (completeText, i): ScreenState => ({
      name: `step-${i + 1}`,
      path: `/app/application?step=${i + 1}`,
      visitor: createApplicantWithDraft,
      completeText,
    }),
  ),
  {
    name: 'step-2-open',
    path: '/app/application?step=2',
    visitor: createApplicantWithDraft,
    act: async (page) => {
      for (const noun of ['Institution', 'Academic qualification'])
        await page.getByRole('button', { name: new RegExp(`^${noun} 1`) }).click()
    },
    completeText: 'Choose files',
  },
  {
    name: 'step-5-errors',
    path: '/app/application?step=5',
    visitor: createApplicantWithDraft,
    async act(page) {
      await page.getByRole('button', { name: 'Remove Referee 3' }).click()
      await clickNext(page, 'Preview')
    },
    completeText: 'There is a problem',
  },
]

export const formStates: ScreenState[] = [
  {
    name: 'step-1-photo',
    path: '/app/application?step=1',
    visitor: createApplicantWithDraft,
    act: choosePassportPhoto,
    completeText: 'Save photo',
  },
  {
    name: 'step-7',
    path: '/app/application?step=6',
    visitor: createApplicantWithDraft,
    act: (page) => page.getByRole('button', { name: 'Submit' }).click(),
    completeText: 'Congratulations!',
  },
  {
    name: 'step-2-ready',
    path: '/app/application?step=2',
    visitor: createApplicantAtStepTwo,
    completeText: 'Institution 1',
  },
  {
    name: 'offline',
    path: '/app/application?step=1',
    visitor: createApplicantAtStepTwo,
    async act(page) {
      const answer = page.getByLabel('Place of birth')
      await answer.waitFor()
      // The notice has loaded too: no service worker keeps it for this browser.
      await page.waitForLoadState('networkidle')
      await page.context().setOffline(true)
      await answer.fill('Ikot Ekpene')
    },
    completeText: 'No network.',
    failures: [{ status: 'ERR_INTERNET_DISCONNECTED', url: /./ }],
  },
]
