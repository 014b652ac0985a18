import { expect, it } from 'vitest'
import { click } from './hand.js'
import { connect, hasLabel } from './site.js'
import type { SmokeStage } from './stage.js'

/** Tests pages with custom elements and with a content security policy. */
export function testPages(stage: SmokeStage): void {
  it('connects, restores the connection and disconnects with custom elements', async () => {
    const visit = await stage.open({ page: 'elements' })
    await connect(visit, 'Connect')
    await hasLabel(visit, 'wallet-modal-account-button', '0xf3')
    await hasLabel(visit, 'wallet-modal-network-button', 'Local One')
    await visit.reload()
    await hasLabel(visit, 'wallet-modal-account-button', '0xf3')
    await click(visit, '0xf3', { within: 'wallet-modal-account-button' })
    await click(visit, 'Disconnect')
    await hasLabel(visit, 'wallet-modal-button', 'Connect')
  })

  it('G1: has a policy that blocks inline scripts and HTML from strings', async () => {
    const visit = await stage.open()
    const happened = await visit.evaluate(() => {
      const script = document.createElement('script')
      script.append('window.wasRun = true')
      document.head.append(script)
      try {
        document.body.innerHTML = '<b></b>'
      } catch {
        // blocked by Trusted Types in browsers that support them
      }
      return ['wasRun' in window, 'trustedTypes' in window && document.querySelector('b') !== null]
    }, null)
    expect(happened).toEqual([false, false])
    expect(await stage.takeFaults(visit)).not.toEqual([])
  })
}
