import type { ReactNode, Ref } from 'react'
import type { ViewHeader } from '../../plugins/plugin.js'
import type { Locale, Translate } from '../../texts/i18n.js'
import { IconButton } from '../../ui/controls/icon-button.js'
import { Icon } from '../../ui/images/icon.js'
import { NetworkMark } from '../../ui/images/network-mark.js'
import { useTexts } from '../../ui/texts.js'
import { useValue } from '../hooks/use-value.js'
import { useUi } from './ui-context.js'

interface HeaderProps {
  /** Texts of the view's plugin. */
  readonly viewTexts: Translate
  /** Language of the view's texts, for the title. */
  readonly language: Locale | undefined
  readonly header: ViewHeader
  readonly title: string
  /** Accessible name of the view: the hidden heading if there is no title. Empty while the view loads. */
  readonly label: string
  /** Ref of the header, by which a sheet is dragged. */
  readonly handle: Ref<HTMLElement>
}

/** Header: back, help or network at the start, title in the middle, close at the end. */
export function Header({ viewTexts, language, header, title, label, handle }: HeaderProps): ReactNode {
  const { router } = useUi()
  const t = useTexts()
  return (
    <header className="wm-header" ref={handle}>
      <Start viewTexts={viewTexts} header={header} />
      <h1 className="wm-title" lang={language} dir="auto">
        {title || <span className="wm-hidden">{label}</span>}
      </h1>
      {header.close === false ? (
        <span />
      ) : (
        <IconButton label={t('close')} icon="close" onClick={() => router.close()} />
      )}
    </header>
  )
}

function Start({ viewTexts, header }: Pick<HeaderProps, 'viewTexts' | 'header'>): ReactNode {
  const { router, host, connections } = useUi()
  const t = useTexts()
  const { back, start } = header
  const depth = useValue(router.depth)
  const active = useValue(connections.active)
  if (depth > 0 && back !== false) return <IconButton label={t('back')} icon="back" onClick={() => router.back()} />
  if (depth > 0 || !start?.view || !host.view(start.view)) return <span />
  const network = start.icon === 'network' ? active?.network : undefined
  const label = viewTexts(start.label)
  return (
    <IconButton
      label={network ? `${label}: ${network.name}` : label}
      icon={network ? <NetworkMark network={network} size={24} /> : <Icon name={start.icon} />}
      onClick={() => void router.push(start.view)}
    />
  )
}
