import { createPublicClient, formatEther, type Hex, http, verifyMessage } from 'viem'
import { expect, it } from 'vitest'
import { ACCOUNT } from '../../e2e/support/wallet.js'
import { click, focusedElement, see, untilClosed, walk } from './hand.js'
import { behave, calls, connect, isConnected, sign } from './site.js'
import type { SmokeStage } from './stage.js'
import { until } from './until.js'

/** Tests connecting and disconnecting, by pointer and by keyboard. */
export function testModal(stage: SmokeStage): void {
  it('opens with the focus inside, over a page that can be neither focused nor clicked', async () => {
    const visit = await stage.open()
    await click(visit, 'Open')
    await see(visit, 'Zephyr')
    const dialog = await visit.evaluate(() => {
      document.querySelector<HTMLElement>('#other')?.focus()
      const open = window.probe.dialog()
      return [open?.matches(':modal'), open?.getAttribute('aria-label')]
    }, null)
    expect(dialog).toEqual([true, 'Connect Wallet'])
    expect((await focusedElement(visit)).inside).toBe(true)
    const behind = await visit.evaluate(() => window.probe.aim({ name: 'Another thing' }), null)
    expect(behind).toContain('is behind')
  })

  it('can be opened, navigated, used to connect, and closed by keyboard alone', async () => {
    const visit = await stage.open()
    await visit.evaluate(() => document.querySelector<HTMLElement>('#open')?.focus(), null)
    await visit.press('Enter')
    await see(visit, 'MetaMask')
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      const names = await walk(visit, key, 12)
      expect(names.filter((one) => one.startsWith('outside'))).toEqual([])
      expect(new Set(names).size).toBeGreaterThan(4)
      expect(new Set(names).size).toBeLessThan(12)
    }
    await visit.press('Escape')
    await untilClosed(visit)
    expect(await focusedElement(visit)).toEqual({ name: 'open', inside: false })

    await visit.press('Enter')
    await see(visit, 'MetaMask')
    await until('the first wallet to have the focus', async () => {
      const [at = ''] = await walk(visit, 'Tab', 1)
      return at.startsWith('Zephyr')
    })
    expect(await walk(visit, 'ArrowDown', 1)).toEqual([expect.stringMatching(/^MetaMask/)])
    expect(await walk(visit, 'End', 1)).toEqual([expect.stringMatching(/^All Wallets/)])
    expect(await walk(visit, 'ArrowUp', 4)).toContainEqual(expect.stringMatching(/^Zephyr/))
    await visit.press('Enter')
    await untilClosed(visit)
    await isConnected(visit, ACCOUNT)
    expect(await focusedElement(visit)).toEqual({ name: 'open', inside: false })
  })

  it('connects a wallet, shows the balance, signs, reconnects without a prompt, and disconnects', async () => {
    const visit = await stage.open()
    await connect(visit)
    await isConnected(visit, ACCOUNT)
    const signature = (await sign(visit, 'hi')) as Hex
    expect(await verifyMessage({ address: ACCOUNT, message: 'hi', signature })).toBe(true)

    const rpc = `${stage.sandboxUrl}/v1/?chainId=eip155:31337&projectId=test`
    const balance = await createPublicClient({ transport: http(rpc) }).getBalance({ address: ACCOUNT })
    const [whole = ''] = formatEther(balance).split('.')
    await click(visit, 'Open')
    await see(visit, new RegExp(`^${whole}(\\.\\d+)? ETH$`, 'm'))
    await visit.press('Escape')
    await untilClosed(visit)

    await visit.reload()
    await isConnected(visit, ACCOUNT)
    expect(await calls(visit, 'eth_requestAccounts')).toBe(0)

    await click(visit, 'Open')
    await click(visit, 'Disconnect')
    await isConnected(visit, 'nobody')
    await expect.poll(() => calls(visit, 'wallet_revokePermissions')).toBe(1)
    await visit.reload()
    await isConnected(visit, 'nobody')
  })

  it('shows a rejection, and connects after "Try again"', async () => {
    const visit = await stage.open()
    await behave(visit, 'reject')
    await click(visit, 'Open')
    await click(visit, 'Zephyr')
    await see(visit, 'Connection declined')
    await behave(visit, 'approve')
    await click(visit, 'Try again')
    await isConnected(visit, ACCOUNT)
  })
}
