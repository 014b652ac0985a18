import { type ReactNode, useEffect, useRef } from 'react'

/** Around rows that may vanish under the focus: it goes to the first one then, so that a keyboard does not fall out of the dialog. */
export function KeptFocus({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)
  useEffect(() => {
    const root = box.current?.getRootNode()
    const isLost = root instanceof ShadowRoot && root.activeElement === null
    if (isShown.current && isLost) box.current?.querySelector('button')?.focus()
    isShown.current = true
  })
  return <div ref={box}>{children}</div>
}
