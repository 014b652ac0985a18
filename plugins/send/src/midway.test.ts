// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStage, type Stage } from './model.test.steps.js'

beforeEach(() => localStorage.clear())

const preview = ({ model }: Stage) => model.preview.state.peek()

async function fill({ model, ...stage }: Stage): Promise<void> {
  model.chooseToken(stage.coin)
  model.type('0.5')
  model.setReceiver('fake-9')
  await waitUntil(() => expect(model.step.peek()).toBe('preview'))
}
async function reviewed(stage: Stage): Promise<void> {
  await fill(stage)
  stage.model.preview.watch()
  await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', note: undefined }))
}

describe('while the review is on the screen', () => {
  it('C4: another account is said, where it takes the place of the one that was shown', async () => {
    using stage = await createStage()
    await reviewed(stage)
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() =>
      expect(preview(stage)).toMatchObject({ status: 'ready', shown: { review: { from: 'fake-2' } } }),
    )
    expect(preview(stage)).toMatchObject({ note: { code: 'changed' } })
  })

  it('Max that has become more is said, and that a fee moves it is not', async () => {
    using stage = await createStage()
    await fill(stage)
    stage.model.useMax()
    await waitUntil(() => expect(stage.model.step.peek()).toBe('preview'))
    stage.model.preview.watch()
    const shows = (amount: bigint) =>
      waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', shown: { review: { amount } } }))
    await shows(10n ** 18n - 5n)
    stage.handler.tamper = { amount: 10n ** 18n - 6n, fee: 6n }
    stage.model.preview.prepare()
    await shows(10n ** 18n - 6n)
    expect(preview(stage)).toMatchObject({ note: undefined })
    stage.handler.tamper = { amount: 10n ** 19n }
    stage.model.preview.prepare()
    await shows(10n ** 19n)
    expect(preview(stage)).toMatchObject({ note: { code: 'changed' } })
  })

  it('a page that slept while its clock was set back does not hand over what it prepared long ago', async () => {
    using stage = await createStage()
    await reviewed(stage)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now - 3_600_000)
    stage.model.submit()
    vi.restoreAllMocks()
    expect(stage.handler.submitted).toBe(0)
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', note: { code: 'changed' } }))
  })
})
