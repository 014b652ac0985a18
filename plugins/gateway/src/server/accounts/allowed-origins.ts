import type { ApprovalLocation, ApprovalPolicy } from './account-sources.js'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether an origin matches a list in CSP syntax: `*.` for subdomains, `:*` for any port. */
export const isAllowed = (origin: string, allowed: readonly string[]): boolean =>
  URL.canParse(origin) &&
  allowed.some((entry) => {
    const pattern = escaped(entry)
      .replace('\\*\\.', '(?:[-a-z0-9]+\\.)+')
      .replace(/:\\\*$/, '(?::\\d{1,5})?')
    return new RegExp(`^${pattern}$`).test(origin)
  })

/**
 * Places in which visitors approve the requests of a site. `embeddedApprovals`: while the site is in an iframe of another page. That page is an allowed
 * site too, but perhaps not on the list, and can hide a listed site together with its frame.
 */
export const approvalLocations = (
  site: string,
  policy: ApprovalPolicy,
): { readonly approvals: ApprovalLocation; readonly embeddedApprovals: ApprovalLocation } =>
  typeof policy === 'string'
    ? { approvals: policy, embeddedApprovals: policy }
    : { approvals: isAllowed(site, policy.frame) ? 'frame' : 'window', embeddedApprovals: 'window' }
