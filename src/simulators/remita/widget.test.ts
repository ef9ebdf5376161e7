import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleMerchant } from './sample-merchant.ts'
import { type SamplePortal, startSamplePortal } from './sample-portal.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let portal: SamplePortal
let remita: RemitaSimulator
let merchant: ReturnType<typeof sampleMerchant>
let rrr: string
let page: Window

interface Engine {
  init(options: object): { showPaymentWidget(): void }
}

beforeEach(async () => {
  portal = await startSamplePortal()
  remita = await startRemitaSimulator({ notificationUrl: portal.url })
  merchant = sampleMerchant(remita.url)
  rrr = await merchant.rrrFor('order-1')
  page = await merchantPage()
})
afterEach(async () => {
  await page.happyDOM.close()
  await remita.close()
  await portal.close()
})

/** A page of another origin that has loaded the widget as a merchant's page does. */
async function merchantPage(): Promise<Window> {
  const settings = { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true }
  const window = new Window({ url: 'http://portal.example/auth/payment', settings })
  const script = window.document.createElement('script')
  // Any other script would be loaded synchronously, while this very process has to serve it.
  script.async = true
  script.src = `${remita.url}/payment/v1/remita-pay-inline.bundle.js`
  const loaded = new Promise((done) => script.addEventListener('load', done))
  window.document.body.append(script)
  await loaded
  return window
}

/** Opens the widget and returns what it told the page, call by call. */
function open(options: object = {}): unknown[][] {
  const told: unknown[][] = []
  const { RmPaymentEngine } = page as unknown as { RmPaymentEngine: Engine }
  RmPaymentEngine.init({
    key: remita.credentials.publicKey,
    processRrr: true,
    transactionId: 'transaction-1',
    extendedData: { customFields: [{ name: 'rrr', value: rrr }] },
    onSuccess: (...given: unknown[]) => told.push(['success', ...given]),
    onError: (...given: unknown[]) => told.push(['error', ...given]),
    onClose: (...given: unknown[]) => told.push(['close', ...given]),
    ...options,
  }).showPaymentWidget()
  return told
}

const shadow = () => page.document.querySelector('[data-remita-widget]')?.shadowRoot
const button = (name: string) => [...(shadow()?.querySelectorAll('button') ?? [])].find((it) => it.textContent === name)

async function press(name: string): Promise<void> {
  await expect.poll(() => button(name)?.disabled).toBe(false)
  button(name)?.click()
}

test('the dialog shows the RRR and the amount that the provider knows', async () => {
  open()
  await expect.poll(() => shadow()?.querySelector('dl')?.textContent).toContain('₦12,500.00')
  expect(shadow()?.querySelector('dl')?.textContent).toContain(rrr.replace(/(\d{4})(?=\d)/g, '$1 '))
  expect(shadow()?.querySelector('dialog')?.open).toBe(true)
})

test('the widget needs no inline style', async () => {
  open()
  expect(shadow()?.querySelectorAll('style, [style]')).toHaveLength(0)
  expect(shadow()?.adoptedStyleSheets).toHaveLength(1)
})

test('Pay pays, tells the page, notifies the portal and closes the dialog', async () => {
  const told = open()
  await press('Pay')
  await expect.poll(() => told).toHaveLength(1)
  expect(told).toEqual([
    [
      'success',
      {
        paymentReference: rrr,
        processorId: `SIM${rrr}`,
        transactionId: 'transaction-1',
        message: 'Approved',
        amount: 12500,
      },
    ],
  ])
  expect(shadow()).toBeUndefined()
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
  await portal.until(1)
  expect(portal.received).toMatchObject([[{ rrr, channel: 'CARDPAYMENT' }]])
})

test('Pay pressed twice pays once', async () => {
  const told = open()
  await press('Pay')
  button('Pay')?.click()
  await expect.poll(() => told).toHaveLength(1)
  expect(await merchant.read('orders')).toMatchObject([{ payments: 1 }])
})

test('Fail tells the page, and the RRR stays payable', async () => {
  const told = open()
  await press('Fail')
  await expect
    .poll(() => told)
    .toEqual([['error', expect.objectContaining({ message: 'The bank declined the payment.' })]])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '02' })

  const toldAgain = open()
  await press('Pay')
  await expect.poll(() => toldAgain).toMatchObject([['success', { paymentReference: rrr }]])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
})

test('Close tells the page nothing but that, and nothing is paid', async () => {
  const told = open()
  await press('Close')
  expect(told).toEqual([['close']])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '021' })
})

test('Escape closes like Close', () => {
  const told = open()
  shadow()
    ?.querySelector('dialog')
    ?.dispatchEvent(new page.Event('cancel', { cancelable: true }))
  expect(told).toEqual([['close']])
})

test('an RRR that has been paid is refused', async () => {
  await merchant.control('pay', { rrr })
  const told = open()
  await press('Pay')
  await expect
    .poll(() => told)
    .toEqual([['error', expect.objectContaining({ message: 'This RRR has been paid already.' })]])
  expect(await merchant.read('orders')).toMatchObject([{ payments: 1 }])
})

test.each([
  ['an unknown RRR', { extendedData: { customFields: [{ name: 'rrr', value: '1' }] } }, 'This RRR is not known.'],
  ['a wrong key', { key: 'nobody' }, 'The public key of the merchant is not known.'],
])('%s is told in the dialog and to the page, and cannot be paid', async (_what, options, message) => {
  const told = open(options)
  await expect.poll(() => told).toEqual([['error', expect.objectContaining({ message })]])
  expect(shadow()?.querySelector('[role=status]')?.textContent).toBe(message)
  expect(button('Pay')?.disabled).toBe(true)
})

test('a payment whose answer never comes is paid, though the page never hears of it', async () => {
  await merchant.control('faults', { widgetPay: { neverAnswers: true } })
  const told = open()
  await press('Pay')
  await portal.until(1)
  expect(told).toEqual([])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
  await press('Close')
  expect(told).toEqual([['close']])
})

test('the widget works on a page that gave no callbacks', async () => {
  open({ onSuccess: undefined, onError: undefined, onClose: undefined })
  await press('Pay')
  await expect.poll(() => shadow()).toBeUndefined()
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
})
