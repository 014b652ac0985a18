import { expect, it } from 'vitest'
import { newEmail, newestMailAt } from '../../e2e/support/email-site.js'
import type { Visit } from './driver.js'
import { click, untilClosed } from './hand.js'
import type { SmokeStage } from './stage.js'
import { pause, until } from './until.js'

/** Presses a control of the frame by keyboard until `isDone` returns true. */
async function pressInFrame(visit: Visit, selector: string, isDone: () => Promise<boolean>): Promise<void> {
  await until(`${selector} of the frame to be pressed`, async () => {
    if (await isDone()) return true
    const hasFocus = await visit
      .evaluateInFrame((wanted) => document.hasFocus() && document.activeElement?.matches(wanted), selector)
      .catch(() => false) // the frame may have been removed
    await visit.press(hasFocus ? 'Space' : 'Tab')
    await pause(200)
    return isDone()
  })
}

/** Focuses a field of the modal once it exists. */
const focusOn = (visit: Visit, selector: string): Promise<boolean> =>
  until(`${selector} to have the focus`, () =>
    visit.evaluate((wanted) => {
      const found = window.probe.dialog()?.querySelector<HTMLElement>(wanted)
      found?.focus()
      return found?.matches(':focus') === true
    }, selector),
  )

const addressOf = (visit: Visit): Promise<string> =>
  visit.evaluate(() => {
    const modal: { connections: { active: { peek(): { account: { address: string } } | null } } } = Reflect.get(
      window,
      'modal',
    )
    return modal.connections.active.peek()?.account.address ?? ''
  }, null)

const isSaved = (visit: Visit) => (): Promise<boolean> =>
  visit.evaluateInFrame(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked === true, null)

/** Logs in and resolves with the address. A new visitor saves the recovery code. */
async function logIn(visit: Visit, sandboxUrl: string, email: string): Promise<string> {
  await click(visit, 'Connect wallet')
  await focusOn(visit, 'input[type=email]')
  await visit.type(email)
  await click(visit, 'Continue')
  await focusOn(visit, 'input[autocomplete=one-time-code]')
  const mail = await until('the mail with the code', () => newestMailAt(sandboxUrl, email).catch(() => undefined))
  await visit.type(mail.subject.slice(0, 6))
  await until('the screen with the recovery code', () =>
    visit.evaluateInFrame(() => document.querySelector('code') !== null, null),
  )
  await pressInFrame(visit, 'input[type=checkbox]', isSaved(visit))
  await pressInFrame(visit, 'button.primary', async () => (await addressOf(visit)) !== '')
  await untilClosed(visit)
  return addressOf(visit)
}

/** Tests of email login. The embedded wallet runs in a cross-origin iframe. */
export function testLogin(stage: SmokeStage): void {
  it('creates an account with the mailed code, and restores it after a reload', async () => {
    const visit = await stage.open({ page: 'email' })
    const address = await logIn(visit, stage.sandboxUrl, newEmail())
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await visit.reload()
    await until('the account to be back', async () => (await addressOf(visit)) === address)
  })
}
