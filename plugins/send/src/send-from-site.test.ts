// @vitest-environment happy-dom
import { type Signal, signal } from '@wallet-modal/kernel'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SendResult } from './contract.js'
import { sendFromSite } from './send-from-site.js'
import { createStage, type Stage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

type Work = Promise<SendResult | undefined>
const params = { token: 'fake:1/native:coin', amount: '1', receiver: 'fake-9' }
const idle = (): Signal<Work | null> => signal<Work | null>(null)
const sent: SendResult = { status: 'sent', hash: '0xabc' }

/** Calls `sendFromSite` with a router whose view resolves with `visit()`. */
function ask({ ctx }: Stage, pending: Signal<Work | null>, visit: () => SendResult | undefined) {
  const { connections, networks, router } = ctx
  const reset = async <R>(): Promise<R | undefined> => visit() as R | undefined // the view's own result
  return sendFromSite({ connections, networks, router: { ...router, reset } }, pending, params)
}

describe('sendFromSite', () => {
  it('returns the result of the view, or `cancelled` if the visitor left it', async () => {
    using stage = await createStage()
    expect(await ask(stage, idle(), () => sent)).toEqual(sent)
    expect(await ask(stage, idle(), () => undefined)).toEqual({ status: 'cancelled' })
  })

  it('returns the outcome of the wallet if the modal was closed while the request was pending in the wallet', async () => {
    using stage = await createStage()
    const pending = idle()
    const closing = (work: Work) => () => {
      pending.value = work
      return undefined
    }
    expect(await ask(stage, pending, closing(Promise.resolve(sent)))).toEqual(sent)
    expect(await ask(stage, pending, closing(Promise.resolve(undefined)))).toEqual({ status: 'cancelled' })
  })

  it('does not return the outcome of an earlier send that is still pending', async () => {
    using stage = await createStage()
    const pending = signal<Work | null>(Promise.resolve(sent))
    expect(await ask(stage, pending, () => undefined)).toEqual({ status: 'cancelled' })
  })

  it('rejects invalid parameters and, before the view opens, a request without a connected wallet', async () => {
    using stage = await createStage()
    let shown = 0
    const look = () => {
      shown++
      return sent
    }
    const { connections, networks, router } = stage.ctx
    const bad = sendFromSite({ connections, networks, router }, signal(null), { amount: '1' })
    await expect(bad).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await stage.modal.disconnect()
    await expect(ask(stage, idle(), look)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(shown).toBe(0)
  })
})
