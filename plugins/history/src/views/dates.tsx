import type { ViewContext } from '@wallet-modal/kernel'
import { useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useMemo } from 'react'

/** Formats dates in the visitor's language and time zone. */
export interface Dates {
  /** `November 2026` */
  month(at: number): string
  /** `3 Nov` */
  day(at: number): string
  /** `3 November 2026 at 14:05` */
  full(at: number): string
}

export function useDates({ site }: Pick<ViewContext, 'site'>): Dates {
  const locale = useValue(site.locale)
  return useMemo(() => {
    const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
    const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
    return { month: (at) => month.format(at), day: (at) => day.format(at), full: (at) => full.format(at) }
  }, [locale])
}

/** A localized date with a machine-readable `datetime`. */
export function DateText({ at, children }: { readonly at: number; readonly children: string }): ReactNode {
  return <time dateTime={new Date(at).toISOString()}>{children}</time>
}
