import type { ApprovalPlace, ApprovalPolicy } from './account-sources.js'

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

/** Place in which visitors approve the requests of a site. */
export const approvalPlace = (site: string, policy: ApprovalPolicy): ApprovalPlace =>
  typeof policy === 'string' ? policy : isAllowed(site, policy.frame) ? 'frame' : 'window'
