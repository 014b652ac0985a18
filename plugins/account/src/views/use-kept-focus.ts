import { type RefObject, useEffect, useRef } from 'react'

/** For a view whose rows vanish under the focus: it goes to the first row, so that a keyboard does not fall out of the dialog. */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)
  useEffect(() => {
    const root = box.current?.getRootNode()
    const isLost = root instanceof ShadowRoot && root.activeElement === null
    if (isShown.current && isLost) box.current?.querySelector('button')?.focus()
    isShown.current = true
  })
  return box
}
