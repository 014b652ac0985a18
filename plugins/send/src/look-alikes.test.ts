// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStage, type Stage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

describe('D11: an address that looks like', () => {
  const looks = ({ model }: Stage) => waitUntil(() => expect(model.form.receiver.peek().status).toBe('found'))
  const issues = ({ model }: Stage) => {
    const now = model.form.receiver.peek()
    return now.status === 'found' ? now.issues.map(({ code }) => code) : now.status
  }

  it('one that was paid on another network of the family is warned of', async () => {
    using stage = await createStage()
    stage.ctx.storage.set('recent', { 'fake:2': [{ address: 'fake-abcd0000000wxyz' }] })
    stage.modal.dispose()
    using next = await createStage()
    next.model.form.chooseToken(next.coin)
    next.model.form.setReceiver('fake-abcd1111111wxyz')
    await looks(next)
    expect(issues(next)).toEqual(['lookAlike'])
  })

  it('an account of another wallet that is connected is warned of', async () => {
    using stage = await createStage()
    stage.fake.other.addresses = ['fake-abcd0000000wxyz']
    await stage.modal.connections.connect(stage.fake.other.connector)
    stage.modal.connections.activate('fake', stage.fake.wallet.connector.id)
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.setReceiver('fake-abcd1111111wxyz')
    await looks(stage)
    expect(issues(stage)).toEqual(['lookAlike'])
  })
})
