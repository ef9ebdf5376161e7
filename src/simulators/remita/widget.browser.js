// The script that a merchant's page loads: a stand-in for Remita's inline widget (remita.md, section 3).
// It runs in a page with a strict Content-Security-Policy, so it has no inline styles, no eval and no innerHTML.
;(() => {
  const origin = new URL(document.currentScript.src).origin

  const css = `
    :host { all: initial; }
    dialog { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); padding: 1.5rem; border: 0; border-radius: 8px;
      color: #1c1b19; background: #fff; font: 16px/1.5 system-ui, sans-serif; box-shadow: 0 8px 40px rgb(0 0 0 / 0.3); }
    dialog::backdrop { background: rgb(0 0 0 / 0.55); }
    h2 { margin: 0; font-size: 1.25rem; }
    p { margin: 0.25rem 0 1rem; }
    dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0 0 1.25rem; }
    dt { color: #57534e; }
    dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; text-align: right; overflow-wrap: anywhere; }
    .actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
    button { min-height: 44px; padding: 0 1.25rem; border: 1px solid #78716c; border-radius: 6px; color: inherit;
      background: #fff; font: inherit; font-weight: 600; cursor: pointer; }
    button.pay { flex: 1; border-color: #9a3412; color: #fff; background: #9a3412; }
    button:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px; }
    button:disabled { opacity: 0.6; cursor: progress; }
    [role=status] { min-height: 1.5em; margin: 0.75rem 0 0; color: #57534e; }
    [role=status].wrong { color: #b91c1c; }
  `

  const naira = (amount) =>
    `₦${Number(amount).toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  const inFours = (rrr) => rrr.replace(/(\d{4})(?=\d)/g, '$1 ')

  function element(name, text = '', attributes = {}) {
    const made = document.createElement(name)
    made.textContent = text
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
    return made
  }

  /** A host element whose shadow keeps the page's styles out, and its own in. */
  function shadowHost() {
    const host = element('div', '', { 'data-remita-widget': '' })
    const shadow = host.attachShadow({ mode: 'open' })
    // A constructed style sheet is no inline style: `style-src 'self'` lets it through. Browsers too old for it show the
    // dialog in their own style.
    if ('adoptedStyleSheets' in shadow) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      shadow.adoptedStyleSheets = [sheet]
    }
    document.body.append(host)
    return { host, shadow }
  }

  async function call(path, body) {
    const response = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
    })
    const answer = await response.json()
    if (answer.status === 'FAILED') throw Object.assign(new Error(answer.message), { answer })
    return answer
  }

  function rrrOf(options) {
    const fields = options.extendedData?.customFields ?? []
    return String(fields.find((field) => field.name === 'rrr')?.value ?? '')
  }

  function show(options) {
    const rrr = rrrOf(options)
    const report = { success: options.onSuccess, error: options.onError, close: options.onClose }
    const { host, shadow } = shadowHost()

    const dialog = element('dialog', '', { 'aria-labelledby': 'title' })
    const amount = element('dd', '…')
    const description = element('p', '')
    const facts = element('dl')
    facts.append(element('dt', 'RRR'), element('dd', inFours(rrr)), element('dt', 'Amount'), amount)
    const pay = element('button', 'Pay', { type: 'button', class: 'pay' })
    const fail = element('button', 'Fail', { type: 'button' })
    const close = element('button', 'Close', { type: 'button' })
    const actions = element('div', '', { class: 'actions' })
    actions.append(pay, fail, close)
    const status = element('p', '', { role: 'status' })
    dialog.append(element('h2', 'Remita (simulated)', { id: 'title' }), description, facts, actions, status)
    shadow.append(dialog)

    let isOver = false
    const end = (callback, ...given) => {
      if (isOver) return
      isOver = true
      dialog.close()
      host.remove()
      callback?.(...given)
    }

    const problem = (error) => error.answer ?? { message: error.message, transactionId: options.transactionId }
    const attempt = async (what) => {
      pay.disabled = true
      fail.disabled = true
      status.className = ''
      status.textContent = 'Talking to the bank…'
      const request = { key: options.key, transactionId: options.transactionId }
      try {
        const answer = await call(`/payment/v1/rrr/${encodeURIComponent(rrr)}/${what}`, request)
        end(report.success, answer)
      } catch (error) {
        end(report.error, problem(error))
      }
    }

    pay.addEventListener('click', () => attempt('pay'))
    fail.addEventListener('click', () => attempt('fail'))
    close.addEventListener('click', () => end(report.close))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      end(report.close)
    })

    pay.disabled = true
    fail.disabled = true
    dialog.showModal()
    close.focus()
    call(`/payment/v1/rrr/${encodeURIComponent(rrr)}?key=${encodeURIComponent(options.key ?? '')}`).then(
      (order) => {
        amount.textContent = naira(order.amount)
        description.textContent = `${order.payerName}: ${order.description}`
        pay.disabled = false
        fail.disabled = false
        pay.focus()
      },
      (error) => {
        amount.textContent = 'unknown'
        status.className = 'wrong'
        status.textContent = error.message
        report.error?.(problem(error))
      },
    )
  }

  window.RmPaymentEngine = {
    init: (options) => ({ showPaymentWidget: () => show(options) }),
  }
})()
