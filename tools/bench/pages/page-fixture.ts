// Starts what the pages are measured with: the product with its demo, applicants at several stages, and Chromium.
import { type Browser, chromium } from '@playwright/test'
import { type Answers, type SectionName, sections } from '#shared/application/sections.ts'
import { paths } from '#shared/routes.ts'
import { createApplicantWithDraft } from '#tests/support/browser/applicants-with-draft.ts'
import { findChromium } from '#tests/support/browser/chromium.ts'
import { type ProductWithDatabase, startProductWithDatabase } from '#tests/support/browser/product-with-database.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { findDemoPerson, type Login } from '#tests/support/fixtures/demo-people.ts'
import { migratedDatabase, startMigratedPostgres } from '#tests/support/postgres/postgres-server.ts'

export interface MeasuredPage {
  name: string
  path: string
  /** A guest when omitted. */
  visitor?: Login
  /** Visible once the page is complete. */
  completeText: string | RegExp
}

export interface PageFixture {
  browser: Browser
  url: string
  pages: MeasuredPage[]
  /** Has every list filled up to its limit. */
  applicantWithFullestForm: Login
  close(): Promise<void>
}

/** Only the first ports of a range of a hundred are used. */
const portRange = 9

export async function startPageFixture(): Promise<PageFixture> {
  const postgres = await startMigratedPostgres()
  const product = await startProductWithDatabase({ url: postgres.url, template: migratedDatabase }, portRange)
  const { executablePath, args, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env } as Record<string, string>,
  })
  return {
    browser,
    url: product.url,
    pages: await createPages(product),
    applicantWithFullestForm: await createApplicantWithDraft(product, fillLists),
    async close() {
      await browser.close()
      await product.close()
      await postgres.remove()
    },
  }
}

const createPages = async (product: ProductWithDatabase): Promise<MeasuredPage[]> => [
  { name: 'home', path: paths.home, completeText: 'Download the advert (PDF)' },
  { name: 'login', path: paths.login, completeText: 'Forgot Password' },
  {
    name: 'dashboard',
    path: paths.dashboard,
    visitor: findDemoPerson('submitted'),
    completeText: 'Enrolled Information',
  },
  {
    name: 'wizard',
    path: paths.application,
    visitor: await createApplicantWithDraft(product),
    completeText: 'Place of birth',
  },
  { name: 'payment', path: paths.pay, visitor: await createApplicant(product), completeText: 'Generate an RRR first' },
  { name: 'settings', path: paths.settings, visitor: findDemoPerson('submitted'), completeText: 'Update' },
]

/** Repeats the first entry of each list as often as the list allows. */
function fillLists(complete: Answers): Partial<Answers> {
  const filled = Object.entries<unknown>(complete).map(([name, answers]) => {
    const section = sections[name as SectionName]
    if (!Array.isArray(answers) || !('max' in section) || answers.length >= section.max) return [name, answers]
    return [name, Array.from({ length: section.max }, () => answers[0])]
  })
  return Object.fromEntries(filled)
}
