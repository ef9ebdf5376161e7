import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSampleMerchant } from './samples/sample-merchant.ts'
import { type SamplePortal, startSamplePortal } from './samples/sample-portal.ts'
import { type RemitaSimulator, startRemitaSimulator } from './simulator.ts'

let portal: SamplePortal
let remita: RemitaSimulator
let merchant: ReturnType<typeof createSampleMerchant>
let rrr: string
let page: Window

interface Engine {
  init(options: object): { showPaymentWidget(): void }
}

beforeEach(async () => {
  portal = await startSamplePortal()
  remita = await startRemitaSimulator({ notificationUrl: portal.url })
  merchant = createSampleMerchant(remita.url)
  rrr = await merchant.requestRrr('order-1')
  page = await merchantPage()
})
afterEach(async () => {
  await page.happyDOM.close()
  await remita.close()
  await portal.close()
})

/** A merchant's page, of another origin, with the widget loaded. */
async function merchantPage(): Promise<Window> {
  const settings = { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true }
  const window = new Window({ url: 'http://portal.example/auth/payment', settings })
  const script = window.document.createElement('script')
  // Otherwise it would be loaded synchronously, while this process has to serve it.
  script.async = true
  script.src = `${remita.url}/payment/v1/remita-pay-inline.bundle.js`
  const loaded = new Promise((done) => script.addEventListener('load', done))
  window.document.body.append(script)
  await loaded
  return window
}

/** Opens the widget and returns the callbacks it makes. */
function open(options: object = {}): unknown[][] {
  const callbacks: unknown[][] = []
  const { RmPaymentEngine } = page as unknown as { RmPaymentEngine: Engine }
  RmPaymentEngine.init({
    key: remita.credentials.publicKey,
    processRrr: true,
    transactionId: 'transaction-1',
    extendedData: { customFields: [{ name: 'rrr', value: rrr }] },
    onSuccess: (...given: unknown[]) => callbacks.push(['success', ...given]),
    onError: (...given: unknown[]) => callbacks.push(['error', ...given]),
    onClose: (...given: unknown[]) => callbacks.push(['close', ...given]),
    ...options,
  }).showPaymentWidget()
  return callbacks
}

const shadow = () => page.document.querySelector('[data-remita-widget]')?.shadowRoot
const button = (name: string) => [...(shadow()?.querySelectorAll('button') ?? [])].find((it) => it.textContent === name)

async function click(name: string): Promise<void> {
  await expect.poll(() => button(name)?.disabled).toBe(false)
  button(name)?.click()
}

test('the dialog shows the RRR and the provider’s amount', async () => {
  open()
  await expect.poll(() => shadow()?.querySelector('dl')?.textContent).toContain('₦12,500.00')
  expect(shadow()?.querySelector('dl')?.textContent).toContain(rrr.replace(/(\d{4})(?=\d)/g, '$1 '))
  expect(shadow()?.querySelector('dialog')?.open).toBe(true)
})

test('the widget uses no inline style', async () => {
  open()
  expect(shadow()?.querySelectorAll('style, [style]')).toHaveLength(0)
  expect(shadow()?.adoptedStyleSheets).toHaveLength(1)
})

test('Pay pays, calls the page back, notifies the portal and closes the dialog', async () => {
  const callbacks = open()
  await click('Pay')
  await expect.poll(() => callbacks).toHaveLength(1)
  expect(callbacks).toEqual([
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
  await portal.waitFor(1)
  expect(portal.received).toMatchObject([[{ rrr, channel: 'CARDPAYMENT' }]])
})

test('clicking Pay twice pays once', async () => {
  const callbacks = open()
  await click('Pay')
  button('Pay')?.click()
  await expect.poll(() => callbacks).toHaveLength(1)
  expect(await merchant.read('orders')).toMatchObject([{ payments: 1 }])
})

test('Fail calls the page back, and the RRR can still be paid', async () => {
  const callbacks = open()
  await click('Fail')
  await expect
    .poll(() => callbacks)
    .toEqual([['error', expect.objectContaining({ message: 'The bank declined the payment.' })]])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '02' })

  const secondCallbacks = open()
  await click('Pay')
  await expect.poll(() => secondCallbacks).toMatchObject([['success', { paymentReference: rrr }]])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
})

test('Close only calls onClose, and nothing is paid', async () => {
  const callbacks = open()
  await click('Close')
  expect(callbacks).toEqual([['close']])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '021' })
})

test('Escape closes like Close', () => {
  const callbacks = open()
  shadow()
    ?.querySelector('dialog')
    ?.dispatchEvent(new page.Event('cancel', { cancelable: true }))
  expect(callbacks).toEqual([['close']])
})

test('an RRR that has been paid is refused', async () => {
  await merchant.control('pay', { rrr })
  const callbacks = open()
  await click('Pay')
  await expect
    .poll(() => callbacks)
    .toEqual([['error', expect.objectContaining({ message: 'This RRR has been paid already.' })]])
  expect(await merchant.read('orders')).toMatchObject([{ payments: 1 }])
})

test.each([
  ['an unknown RRR', { extendedData: { customFields: [{ name: 'rrr', value: '1' }] } }, 'This RRR is not known.'],
  ['a wrong key', { key: 'nobody' }, 'The public key of the merchant is not known.'],
])('%s is reported in the dialog and to the page, and cannot be paid', async (_what, options, message) => {
  const callbacks = open(options)
  await expect.poll(() => callbacks).toEqual([['error', expect.objectContaining({ message })]])
  expect(shadow()?.querySelector('[role=status]')?.textContent).toBe(message)
  expect(button('Pay')?.disabled).toBe(true)
})

test('a payment whose answer is lost is paid, without a callback', async () => {
  await merchant.control('faults', { widgetPay: { neverAnswers: true } })
  const callbacks = open()
  await click('Pay')
  await portal.waitFor(1)
  expect(callbacks).toEqual([])
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
  await click('Close')
  expect(callbacks).toEqual([['close']])
})

test('the widget works without callbacks', async () => {
  open({ onSuccess: undefined, onError: undefined, onClose: undefined })
  await click('Pay')
  await expect.poll(() => shadow()).toBeUndefined()
  expect(await (await merchant.status(rrr)).json()).toMatchObject({ status: '01' })
})
