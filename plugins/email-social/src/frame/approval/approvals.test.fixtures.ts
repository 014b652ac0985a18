import type { ApprovalQueue, Approvals } from './approvals.js'

/** Queue whose approvals `ask` answers. It displays no flows. */
export const approvalsOf = (ask: Approvals['ask']): ApprovalQueue => ({
  handle: (request) =>
    request({
      ...{ ask, after: (_, act) => act() },
      present: () => Promise.reject(new Error('This test displays no flow.')),
    }),
  abort: () => undefined,
})
