// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import type { Summary } from './summary.js'

const { displayed } = vi.hoisted(() => ({ displayed: [] as string[] }))
vi.mock('./approval-screen.js', () => ({
  showApproval: async ({ title }: Summary) => void displayed.push(title),
}))
const { createApprovals } = await import('./approvals.js')

const summaryOf = (title: string): Summary => ({ title, facts: [], warnings: [] })
const text = (): string => document.body.textContent ?? ''

beforeEach(() => {
  document.body.replaceChildren()
  displayed.length = 0
})

it('a request that is aborted before its approval is ready never displays it, and later requests do', async () => {
  const queue = createApprovals(() => 'frame')
  let answer = (): void => undefined
  const node = new Promise<void>((resolve) => (answer = resolve))
  const slow = queue.handle(async (approvals) => {
    await node
    await approvals.ask(summaryOf('abandoned'))
  })
  expect(text()).toBe('Loading')
  queue.abort()
  answer()
  await expect(slow).rejects.toMatchObject({ code: 4001 })
  expect([displayed, text()]).toEqual([[], ''])
  await queue.handle((approvals) => approvals.ask(summaryOf('next')))
  expect(displayed).toEqual(['next'])
})

it('does not replace a screen with buttons by "Loading"', async () => {
  const queue = createApprovals(() => 'frame')
  document.body.innerHTML = '<main><p>Save your recovery code</p><button>Continue</button></main>'
  await queue.handle(async () => expect(text()).toContain('recovery code'))
  expect(text()).toContain('recovery code')
})
