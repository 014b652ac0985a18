import { useState } from 'react'

/** Button that copies a text and shows the result for two seconds. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async (): Promise<void> => {
    const next = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'refused' as const,
    )
    setState(next)
    setTimeout(() => setState('idle'), 2000)
  }
  return (
    <button type="button" className="copy" onClick={() => void copy()}>
      {state === 'copied' ? 'Copied' : state === 'refused' ? 'The browser refused' : label}
    </button>
  )
}
