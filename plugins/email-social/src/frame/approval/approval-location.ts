import * as v from 'valibot'

const location = v.picklist(['frame', 'window'])

/**
 * Fields of the gateway's reply about an account. They state where the visitor approves the site's requests: in the frame or in a separate window.
 * Older gateways send neither field.
 */
export const approvalFields = {
  approvals: v.optional(location, 'frame'),
  /** Location while another page embeds the site in an iframe. Default: `approvals`. */
  embeddedApprovals: v.optional(location),
}

interface ApprovalLocations {
  readonly approvals: v.InferOutput<typeof location>
  readonly embeddedApprovals?: v.InferOutput<typeof location> | undefined
}

/**
 * Sets `approvals` to `embeddedApprovals` if another page embeds the site. Such a page can hide or cover this frame, and the gateway may trust the
 * site but not that page.
 */
export function withApprovalLocation<Account extends ApprovalLocations>(account: Account): Account {
  const isSiteEmbedded = window.parent !== window.top
  return isSiteEmbedded ? { ...account, approvals: account.embeddedApprovals ?? account.approvals } : account
}
