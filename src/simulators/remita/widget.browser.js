// Simulates Remita's inline widget (remita.md, section 3). Merchants' pages have a strict Content-Security-Policy, so it uses
// no inline styles, no eval and no innerHTML.

{
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

  const formatNaira = (amount) =>
    `₦${Number(amount).toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  const formatRrr = (rrr) => rrr.replace(/(\d{4})(?=\d)/g, '$1 ')

  function createElement(name, text = '', attributes = {}) {
    const element = document.createElement(name)
    element.textContent = text
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    return element
  }

  /** A shadow root separates the styles of the page and the dialog. */
  function createShadowHost() {
    const host = createElement('div', '', { 'data-remita-widget': '' })
    const shadow = host.attachShadow({ mode: 'open' })
    // `style-src 'self'` allows constructed style sheets. Browsers without them show the dialog unstyled.
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

  function readRrr(options) {
    const fields = options.extendedData?.customFields ?? []
    return String(fields.find((field) => field.name === 'rrr')?.value ?? '')
  }

  function show(options) {
    const rrr = readRrr(options)
    const callbacks = { success: options.onSuccess, error: options.onError, close: options.onClose }
    const { host, shadow } = createShadowHost()

    const dialog = createElement('dialog', '', { 'aria-labelledby': 'title' })
    const amount = createElement('dd', '…')
    const description = createElement('p', '')
    const facts = createElement('dl')
    facts.append(createElement('dt', 'RRR'), createElement('dd', formatRrr(rrr)), createElement('dt', 'Amount'), amount)
    const pay = createElement('button', 'Pay', { type: 'button', class: 'pay' })
    const fail = createElement('button', 'Fail', { type: 'button' })
    const close = createElement('button', 'Close', { type: 'button' })
    const actions = createElement('div', '', { class: 'actions' })
    actions.append(pay, fail, close)
    const status = createElement('p', '', { role: 'status' })
    dialog.append(createElement('h2', 'Remita (simulated)', { id: 'title' }), description, facts, actions, status)
    shadow.append(dialog)

    let isEnded = false
    const end = (callback, ...args) => {
      if (isEnded) return
      isEnded = true
      dialog.close()
      host.remove()
      callback?.(...args)
    }

    const toReport = (error) => error.answer ?? { message: error.message, transactionId: options.transactionId }
    const attempt = async (action) => {
      pay.disabled = true
      fail.disabled = true
      status.className = ''
      status.textContent = 'Talking to the bank…'
      const request = { key: options.key, transactionId: options.transactionId }
      try {
        const answer = await call(`/payment/v1/rrr/${encodeURIComponent(rrr)}/${action}`, request)
        end(callbacks.success, answer)
      } catch (error) {
        end(callbacks.error, toReport(error))
      }
    }

    pay.addEventListener('click', () => attempt('pay'))
    fail.addEventListener('click', () => attempt('fail'))
    close.addEventListener('click', () => end(callbacks.close))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      end(callbacks.close)
    })

    pay.disabled = true
    fail.disabled = true
    dialog.showModal()
    close.focus()
    call(`/payment/v1/rrr/${encodeURIComponent(rrr)}?key=${encodeURIComponent(options.key ?? '')}`).then(
      (order) => {
        amount.textContent = formatNaira(order.amount)
        description.textContent = `${order.payerName}: ${order.description}`
        pay.disabled = false
        fail.disabled = false
        pay.focus()
      },
      (error) => {
        amount.textContent = 'unknown'
        status.className = 'wrong'
        status.textContent = error.message
        callbacks.error?.(toReport(error))
      },
    )
  }

  window.RmPaymentEngine = {
    init: (options) => ({ showPaymentWidget: () => show(options) }),
  }
}
