import { effect } from '@wallet-modal/kernel'
import { findElement, createText } from './page'
import { sign, signing } from './signature'
import type { Signing } from './signing'

/** Signs a message in the wallet and, if possible, verifies the signature in this page. */
export function mountSignCard(card: HTMLElement): void {
  const [form, button, result] = [findElement(card, 'form'), findElement(card, 'button'), findElement(card, '.result')]
  const message = findElement(card, 'textarea')
  if (!(message instanceof HTMLTextAreaElement) || !(button instanceof HTMLButtonElement)) return
  const draw = () => {
    const { status } = signing.value
    const busy = status === 'waiting' || status === 'verifying'
    button.disabled = busy || message.value.trim() === ''
    button.textContent = status === 'waiting' ? 'Waiting for the wallet…' : 'Sign message'
  }
  message.addEventListener('input', draw)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sign(message.value)
  })
  effect(() => {
    draw()
    result.dataset.status = signing.value.status
    result.replaceChildren(...drawResult(signing.value))
  })
}

function drawResult(signing: Signing): readonly HTMLElement[] {
  switch (signing.status) {
    case 'idle':
      return []
    case 'waiting':
      return [createText('p', 'soft', 'Accept the request in your wallet.')]
    case 'verifying':
      return [createText('p', 'soft', 'Checking the signature…')]
    case 'declined':
      return [createText('p', 'soft', 'You declined. Nothing was signed.')]
    case 'failed':
      return [createText('p', 'warning', signing.reason)]
    case 'signed':
      return [drawVerdict(signing.verified), drawSignature(signing.signature)]
  }
}

function drawVerdict(verified: boolean | undefined): HTMLElement {
  if (verified === undefined)
    return createText('p', 'soft', 'Signed. This page could not check the signature: check it on your server.')
  return verified
    ? createText('p', 'success', '✓ Verified: this account signed this message.')
    : createText('p', 'warning', 'This signature is not from this account.')
}

const drawSignature = (signature: string): HTMLElement =>
  Object.assign(createText('code', 'signature mono', signature), { dir: 'ltr', translate: false })
