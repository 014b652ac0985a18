import { displayAmount, effect, groupAddress, groupDigits, hasSandbox, modal, transactionSettled, verify } from './wallet-modal/index.js'

/** Finds an element of index.html; `null` if there is none. */
const find = (selector) => document.querySelector(`#root ${selector}`)
/** Creates an element with text. */
const createText = (tag, className, text) => Object.assign(document.createElement(tag), { className, textContent: text })

const [form, message, signButton] = [find('form'), find('textarea'), find('form button')]

find('.hint')?.toggleAttribute('hidden', !hasSandbox)
find('#account button').addEventListener('click', () => modal.open())
message.addEventListener('input', drawButton)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void sign(message.value)
})

/** Key of the connected account and its wallet; empty if no account is connected. When it changes, the page removes the signature. */
let accountKey = ''
/** Number of the latest attempt to sign. */
let attempts = 0
let isBusy = false

effect(() => {
  const now = modal.connections.active.value
  find('.hero').hidden = now !== null
  find('.cards').hidden = now === null
  const key = now ? `${now.namespace} ${now.connectorId} ${now.account.address}` : ''
  if (key !== accountKey) {
    attempts++ // ignores the reply to a request of the previous account
    showSigning('idle')
  }
  accountKey = key
  if (!now) return undefined
  const address = find('[data-testid="address"]')
  address.dataset.address = now.account.address
  address.replaceChildren(...groupAddress(now.account.address).map((group) => createText('span', '', group)))
  const unsupported = createText('span', 'warning', 'This site does not use the wallet’s network')
  find('[data-testid="network"]').replaceChildren(now.network?.name ?? unsupported)
  find('[data-testid="wallet"]').textContent = now.connectorName
  return showBalance(now)
})

/**
 * Shows the native balance. Reads it again when a transaction is confirmed or fails, and when the window gets the focus. Returns a function that
 * stops the updates.
 */
function showBalance({ adapter, network }) {
  const abortController = new AbortController()
  const balance = find('[data-testid="balance"]')
  let reads = 0
  const readBalance = async () => {
    if (!network) return
    const id = ++reads // a read that began earlier can end later, with an older balance
    const { decimals, symbol } = network.nativeCurrency
    const text = await adapter.balance(abortController.signal).then(
      (baseUnits) => `${groupDigits(displayAmount(baseUnits, decimals, 5))} ${symbol}`,
      () => '—',
    )
    if (id === reads && !abortController.signal.aborted) balance.textContent = text
  }
  balance.textContent = network ? '…' : '—'
  void readBalance()
  const stop = modal.on(transactionSettled, readBalance)
  addEventListener('focus', readBalance)
  return () => {
    abortController.abort()
    stop()
    removeEventListener('focus', readBalance)
  }
}

/** Whether the visitor rejected the request: code 4001 (EIP-1193) or, for wallets without codes such as those of Polkadot, words in the message. */
const isRejection = (error) => error?.code === 4001 || /\b(rejected|declined|denied|cancell?ed)\b/i.test(String(error?.message))

/** Requests a signature from the wallet and verifies it. Ignores replies to an earlier attempt. */
async function sign(text) {
  const now = modal.connections.active.peek()
  if (!now) return
  const { namespace, adapter, account, network } = now
  const id = ++attempts
  const publish = (status, elements) => {
    if (id === attempts) showSigning(status, elements)
  }
  publish('waiting', [createText('p', 'soft', 'Accept the request in your wallet.')])
  try {
    const signature = await adapter.signMessage(text)
    const signed = { namespace, address: account.address, message: text, signature, rpcUrl: network?.rpcUrls[0] }
    const verified = await verify(signed)
    const signatureElement = Object.assign(createText('code', 'signature mono', signature), { dir: 'ltr', translate: false })
    publish('signed', [createVerdict(verified), signatureElement])
  } catch (error) {
    if (isRejection(error)) publish('declined', [createText('p', 'soft', 'You declined. Nothing was signed.')])
    else publish('failed', [createText('p', 'warning', error?.message ?? 'The wallet gave no reason.')])
  }
}

function createVerdict(verified) {
  if (verified === undefined)
    return createText('p', 'soft', 'Signed. This page could not check the signature: check it on your server.')
  return verified
    ? createText('p', 'success', '✓ Verified: this account signed this message.')
    : createText('p', 'warning', 'This signature is not from this account.')
}

/** Shows the state of signing: `idle`, `waiting`, `signed`, `declined` or `failed`. */
function showSigning(status, elements = []) {
  isBusy = status === 'waiting'
  const result = find('.result')
  result.dataset.status = status
  result.replaceChildren(...elements)
  drawButton()
}

function drawButton() {
  signButton.disabled = isBusy || message.value.trim() === ''
  signButton.textContent = isBusy ? 'Waiting for the wallet…' : 'Sign message'
}
