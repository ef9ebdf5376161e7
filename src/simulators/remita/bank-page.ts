// The page of a bank branch: pays any RRR, without JavaScript.

import { escapeHtml, htmlResponse, type SimulatorResponse } from '../http/reply.ts'
import type { SimulatorRequest, SimulatorRoute } from '../http/server.ts'
import { isPaid, type OrderStore, type RemitaOrder, sumPaidKobo } from './orders.ts'
import type { PaymentProcessor } from './payment-processor.ts'

export function bankRoutes({
  orders,
  processor,
}: {
  orders: OrderStore
  processor: PaymentProcessor
}): SimulatorRoute[] {
  return [
    { method: 'GET', path: '/bank', handle: (request) => renderForm(request, orders) },
    { method: 'GET', path: '/bank/teller', handle: (request) => renderReceipt(request, orders) },
    {
      method: 'POST',
      path: '/bank',
      async handle({ body }) {
        const rrr = removeSpaces(new URLSearchParams(body).get('rrr'))
        if (!orders.byRrr(rrr)) return renderPage(renderRrrForm(rrr) + renderUnknown(rrr), 404)
        await processor.pay(rrr, 'BRANCH')
        // Redirects, so that reloading the page does not pay again.
        return { status: 303, headers: { location: `/bank/teller?rrr=${rrr}` }, body: '' }
      },
    },
  ]
}

function renderForm({ query }: SimulatorRequest, orders: OrderStore): SimulatorResponse {
  const rrr = removeSpaces(query.get('rrr'))
  if (!rrr) return renderPage(renderRrrForm(rrr))
  const order = orders.byRrr(rrr)
  if (!order) return renderPage(renderRrrForm(rrr) + renderUnknown(rrr), 404)
  const warning = isPaid(order)
    ? '<p class="wrong">This RRR has been paid already. Paying again takes the money twice.</p>'
    : ''
  return renderPage(
    `${renderFacts(order)}${warning}<form method="post" action="/bank"><input type="hidden" name="rrr" value="${order.rrr}">` +
      `<button>Pay ${formatNaira(order.kobo)}</button></form>${restartLink}`,
  )
}

function renderReceipt({ query }: SimulatorRequest, orders: OrderStore): SimulatorResponse {
  const rrr = removeSpaces(query.get('rrr'))
  const order = orders.byRrr(rrr)
  if (!order || !isPaid(order)) return renderPage(renderRrrForm(rrr) + renderUnknown(rrr), 404)
  return renderPage(
    `<p role="status" class="done">Paid. Keep this page as your teller.</p>${renderFacts(order)}${restartLink}`,
  )
}

const renderRrrForm = (rrr: string) => `<form method="get" action="/bank">
  <label for="rrr">Remita Retrieval Reference (RRR)</label>
  <input id="rrr" name="rrr" value="${escapeHtml(rrr)}" inputmode="numeric" autocomplete="off" required autofocus>
  <button>Continue</button></form>`

const restartLink = '<p><a href="/bank">Another RRR</a></p>'
const renderUnknown = (rrr: string) =>
  `<p role="alert" class="wrong">RRR ${escapeHtml(rrr || '(none)')} is not known here.</p>`

function renderFacts(order: RemitaOrder): string {
  const rows: [string, string][] = [
    ['RRR', order.rrr.replace(/(\d{4})(?=\d)/g, '$1 ')],
    ['Payer', order.payerName],
    ['For', order.description],
    ['Amount due', formatNaira(order.kobo)],
    ['Paid so far', formatNaira(sumPaidKobo(order))],
  ]
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
}

const formatNaira = (kobo: number) => `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`
const removeSpaces = (text: string | null) => (text ?? '').replace(/\s+/g, '')

function renderPage(content: string, status = 200): SimulatorResponse {
  return htmlResponse(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>Pay at the bank (simulated)</title><style>
body { max-width: 34rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1c1b19; }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; width: 100%; min-height: 44px; margin: 4px 0 12px; padding: 0 12px; font: inherit; }
button { min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 6px; color: #fff; background: #1e3a5f; font: inherit; font-weight: 600; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; } dd { margin: 0; font-variant-numeric: tabular-nums; }
.wrong { color: #b91c1c; } .done { color: #166534; font-weight: 600; }
</style></head><body><h1>Pay at the bank (simulated)</h1>${content}</body></html>`,
    status,
  )
}
