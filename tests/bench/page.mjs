/**
 * Runs in a measured page before the page's own code. Adds a wallet that responds at once, and `window.bench`, which measures the time until a
 * frame is painted.
 * @param {{ impatient: boolean, pressed: boolean, isKnown?: boolean }} plan `impatient`: clicks the button in the animation frame in which the button
 * appears; `pressed`: holds the button down as a person does, and disables idle callbacks; `isKnown`: the wallet has authorized the page
 */
export function instrument({ impatient, pressed, isKnown = false }) {
  /** Time for which a quick click holds the button down. */
  const PRESS_MS = 80
  if (pressed) window.requestIdleCallback = () => 0
  const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
  const provider = {
    on() {},
    removeListener() {},
    /** @param {{ method: string }} request */
    request: async ({ method }) =>
      ({
        eth_requestAccounts: [account],
        eth_accounts: isKnown ? [account] : [],
        eth_chainId: '0x1',
      })[method] ?? null,
  }
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Zephyr',
    icon: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAIAAAADnC86AAAALklEQVR42u3NMQ0AAAgDsPmcb/RggoSnSf+mnRcRi8VisVgsFovFYrFYLBaL7yzpIquIXXzwGwAAAABJRU5ErkJggg==',
    rdns: 'test.zephyr',
  }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)

  const root = () => document.querySelector('[data-wallet-modal]')?.shadowRoot ?? document
  const find = {
    open: () => document.querySelector('#open'),
    wallet: () =>
      [...root().querySelectorAll('dialog[open] button')].find((one) => one.textContent?.includes('Zephyr')),
    address: () => (document.querySelector('#address')?.textContent ? document.body : undefined),
  }
  /** @typedef {keyof typeof find} Target */
  /** @param {Target} target @returns {Promise<number>} time at which the frame with the target was painted */
  const painted = (target) =>
    new Promise((resolve) => {
      const check = () => {
        if (find[target]()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        else requestAnimationFrame(check)
      }
      check()
    })
  /** @param {Target} clicked @param {Target} until */
  const click = async (clicked, until) => {
    const button = find[clicked]()
    if (!(button instanceof HTMLElement)) throw new Error(`There is no ${clicked} to click.`)
    if (pressed) {
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }))
      await new Promise((resolve) => setTimeout(resolve, PRESS_MS))
    }
    const from = performance.now()
    button.click()
    return (await painted(until)) - from
  }
  const press = async () => {
    while (!(find.open() instanceof HTMLElement)) await new Promise(requestAnimationFrame)
    await click('open', 'wallet')
    return performance.now()
  }
  Object.assign(window, { bench: { click, painted, pressed: impatient ? press() : undefined } })
}
