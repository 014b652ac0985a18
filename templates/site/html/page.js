import { displayAmount, effect, groupAddress, hasSandbox, modal, transactionSettled, verify } from './wallet-modal/index.js'

const part = (selector) => document.querySelector(`#root ${selector}`)
const piece = (tag, className, text) => Object.assign(document.createElement(tag), { className, textContent: text })

const [form, message, signButton] = [part('form'), part('textarea'), part('form button')]

part('.hint')?.toggleAttribute('hidden', !hasSandbox)
part('#account button').addEventListener('click', () => modal.open())
message.addEventListener('input', drawButton)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void sign(message.value)
})

/** Key of the connected account and its wallet; empty if no account is connected. When it changes, the page removes the signature. */
let shownAccount = ''
let tries = 0
let isBusy = false

effect(() => {
  const now = modal.connections.active.value
  part('.hero').hidden = now !== null
  part('.cards').hidden = now === null
  const account = now ? `${now.namespace} ${now.connectorId} ${now.account.address}` : ''
  if (account !== shownAccount) tell('idle')
  shownAccount = account
  if (!now) return undefined
  const address = part('[data-testid="address"]')
  address.dataset.address = now.account.address
  address.replaceChildren(...groupAddress(now.account.address).map((group) => piece('span', '', group)))
  const other = piece('span', 'warning', 'This site does not use the wallet’s network')
  part('[data-testid="network"]').replaceChildren(now.network?.name ?? other)
  part('[data-testid="wallet"]').textContent = now.connectorName
  return showBalance(now)
})

/**
 * Shows the native balance. Reads it again when a transaction is confirmed or fails, and when the window gets the focus. Returns a function that
 * stops the updates.
 */
function showBalance({ adapter, network }) {
  const gone = new AbortController()
  const balance = part('[data-testid="balance"]')
  let reads = 0
  const ask = async () => {
    if (!network) return
    const own = ++reads // a read that began earlier can end later, with an older balance
    const { decimals, symbol } = network.nativeCurrency
    const text = await adapter.balance(gone.signal).then(
      (base) => `${displayAmount(base, decimals, 5)} ${symbol}`,
      () => '—',
    )
    if (own === reads && !gone.signal.aborted) balance.textContent = text
  }
  balance.textContent = network ? '…' : '—'
  void ask()
  const stop = modal.on(transactionSettled, ask)
  addEventListener('focus', ask)
  return () => {
    gone.abort()
    stop()
    removeEventListener('focus', ask)
  }
}

/** 4001 is "the user rejected the request" (EIP-1193). Polkadot wallets have no codes, only messages. */
const isRejection = (error) => error?.code === 4001 || /\b(rejected|declined|denied|cancell?ed)\b/i.test(String(error?.message))

/** Requests a signature from the wallet and verifies it. Ignores replies to an earlier attempt. */
async function sign(text) {
  const now = modal.connections.active.peek()
  if (!now) return
  const { namespace, adapter, account, network } = now
  const own = ++tries
  const answer = (...told) => own === tries && tell(...told)
  tell('waiting', [piece('p', 'soft', 'Accept the request in your wallet.')], own)
  try {
    const signature = await adapter.signMessage(text)
    const signed = { namespace, address: account.address, message: text, signature, rpcUrl: network?.rpcUrls[0] }
    const verified = await verify(signed)
    const shown = Object.assign(piece('code', 'signature mono', signature), { dir: 'ltr', translate: false })
    answer('signed', [verdict(verified), shown])
  } catch (error) {
    if (isRejection(error)) answer('declined', [piece('p', 'soft', 'You declined. Nothing was signed.')])
    else answer('failed', [piece('p', 'warning', error?.message ?? 'The wallet did not say why.')])
  }
}

function verdict(verified) {
  if (verified === undefined)
    return piece('p', 'soft', 'Signed. This page could not check the signature: check it on your server.')
  return verified
    ? piece('p', 'success', '✓ Verified: this account signed this message.')
    : piece('p', 'warning', 'This signature is not from this account.')
}

/** Shows the state of signing. The status `idle` ends the current attempt, so that its reply is ignored. */
function tell(status, pieces = [], own = status === 'idle' ? ++tries : tries) {
  tries = own
  isBusy = status === 'waiting'
  const result = part('.result')
  result.dataset.status = status
  result.replaceChildren(...pieces)
  drawButton()
}

function drawButton() {
  signButton.disabled = isBusy || message.value.trim() === ''
  signButton.textContent = isBusy ? 'Waiting for the wallet…' : 'Sign message'
}
