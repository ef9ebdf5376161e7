// The counter of a bank branch: pays any RRR without a browser of the portal, and without JavaScript.

import { escaped } from '../http/escape.ts'
import { type Answer, page } from '../http/reply.ts'
import type { Asked, Route } from '../http/serve.ts'
import type { Cashier } from './cashier.ts'
import { isPaid, type Order, type OrderBook, paidKobo } from './orders.ts'

export function bankRoutes({ orders, cashier }: { orders: OrderBook; cashier: Cashier }): Route[] {
  return [
    { method: 'GET', path: '/bank', handle: (asked) => counter(asked, orders) },
    { method: 'GET', path: '/bank/teller', handle: (asked) => teller(asked, orders) },
    {
      method: 'POST',
      path: '/bank',
      async handle({ body }) {
        const rrr = digitsOf(new URLSearchParams(body).get('rrr'))
        if (!orders.byRrr(rrr)) return bankPage(askForRrr(rrr) + unknown(rrr), 404)
        await cashier.takeQuietly(rrr, 'BRANCH')
        // A page of its own, so that reloading it takes no money.
        return { status: 303, headers: { location: `/bank/teller?rrr=${rrr}` }, body: '' }
      },
    },
  ]
}

function counter({ query }: Asked, orders: OrderBook): Answer {
  const rrr = digitsOf(query.get('rrr'))
  if (!rrr) return bankPage(askForRrr(rrr))
  const order = orders.byRrr(rrr)
  if (!order) return bankPage(askForRrr(rrr) + unknown(rrr), 404)
  const warning = isPaid(order)
    ? '<p class="wrong">This RRR has been paid already. Paying again takes the money twice.</p>'
    : ''
  return bankPage(
    `${facts(order)}${warning}<form method="post" action="/bank"><input type="hidden" name="rrr" value="${order.rrr}">` +
      `<button>Pay ${naira(order.kobo)}</button></form>${again}`,
  )
}

function teller({ query }: Asked, orders: OrderBook): Answer {
  const rrr = digitsOf(query.get('rrr'))
  const order = orders.byRrr(rrr)
  if (!order || !isPaid(order)) return bankPage(askForRrr(rrr) + unknown(rrr), 404)
  return bankPage(`<p role="status" class="done">Paid. Keep this page as your teller.</p>${facts(order)}${again}`)
}

const askForRrr = (rrr: string) => `<form method="get" action="/bank">
  <label for="rrr">Remita Retrieval Reference (RRR)</label>
  <input id="rrr" name="rrr" value="${escaped(rrr)}" inputmode="numeric" autocomplete="off" required autofocus>
  <button>Continue</button></form>`

const again = '<p><a href="/bank">Another RRR</a></p>'
const unknown = (rrr: string) => `<p role="alert" class="wrong">RRR ${escaped(rrr || '(none)')} is not known here.</p>`

function facts(order: Order): string {
  const rows: [string, string][] = [
    ['RRR', order.rrr.replace(/(\d{4})(?=\d)/g, '$1 ')],
    ['Payer', order.payerName],
    ['For', order.description],
    ['Amount due', naira(order.kobo)],
    ['Paid so far', naira(paidKobo(order))],
  ]
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`
}

const naira = (kobo: number) => `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`
const digitsOf = (text: string | null) => (text ?? '').replace(/\s+/g, '')

function bankPage(content: string, status = 200): Answer {
  return page(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
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
