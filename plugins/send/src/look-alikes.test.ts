// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStage, type Stage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

describe('D11: the form warns if the receiver resembles', () => {
  const waitForReceiver = ({ model }: Stage) => waitUntil(() => expect(model.form.receiver.peek().status).toBe('found'))
  const issues = ({ model }: Stage) => {
    const now = model.form.receiver.peek()
    return now.status === 'found' ? now.issues.map(({ code }) => code) : now.status
  }

  it('an address that was paid on another network of the chain family', async () => {
    using stage = await createStage()
    stage.ctx.storage.set('recent', { 'fake:2': [{ address: 'fake-abcd0000000wxyz' }] })
    stage.modal.dispose()
    using next = await createStage()
    next.model.form.chooseToken(next.coin)
    next.model.form.setReceiver('fake-abcd1111111wxyz')
    await waitForReceiver(next)
    expect(issues(next)).toEqual(['lookAlike'])
  })

  it('an account of another connected wallet', async () => {
    using stage = await createStage()
    stage.fake.other.addresses = ['fake-abcd0000000wxyz']
    await stage.modal.connections.connect(stage.fake.other.connector)
    stage.modal.connections.activate('fake', stage.fake.wallet.connector.id)
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.setReceiver('fake-abcd1111111wxyz')
    await waitForReceiver(stage)
    expect(issues(stage)).toEqual(['lookAlike'])
  })
})
