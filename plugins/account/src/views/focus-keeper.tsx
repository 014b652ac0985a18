import { type ReactNode, useEffect, useRef } from 'react'

/** Wraps rows that may be removed while they have focus: moves the focus to the first row, so that it stays in the dialog. */
export function FocusKeeper({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const isMounted = useRef(false)
  useEffect(() => {
    const root = box.current?.getRootNode()
    const isLost = root instanceof ShadowRoot && root.activeElement === null
    if (isMounted.current && isLost) box.current?.querySelector('button')?.focus()
    isMounted.current = true
  })
  return <div ref={box}>{children}</div>
}
