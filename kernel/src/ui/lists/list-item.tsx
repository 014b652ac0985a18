import type { ReactNode } from 'react'
import { IconButton, type IconButtonProps } from '../controls/icon-button.js'
import { safeUrl } from '../controls/safe-url.js'
import { Icon } from '../images/icon.js'

export interface ListItemProps {
  readonly label: ReactNode
  readonly description?: ReactNode
  /** Logo of 40 px or an {@link Icon}. */
  readonly leading?: ReactNode
  /** {@link Tag} or value; `chevron` if the row opens another view. */
  readonly trailing?: ReactNode
  readonly disabled?: boolean
  /** Marks the selected row. */
  readonly current?: boolean
  /** Renders a link to this URL instead of a button. The row is disabled if the URL is not allowed. */
  readonly href?: string
  /** App schemes that are allowed for `href` in addition to `https:`. */
  readonly schemes?: readonly string[]
  readonly onClick?: () => void
  /** Secondary action beside the row. */
  readonly action?: IconButtonProps
}

/** Row of a {@link List}: a button, a link, or plain text without an action. */
export function ListItem(props: ListItemProps): ReactNode {
  const { label, description, leading, trailing, disabled, current, href, schemes, onClick, action } = props
  const content = (
    <>
      {leading && <span className="wm-item-leading">{leading}</span>}
      <span className="wm-item-text">
        <span className="wm-item-label">{label}</span>
        {description && <span className="wm-item-description">{description}</span>}
      </span>
      {trailing === 'chevron' ? <Icon name="chevron" size={18} /> : trailing}
      {current && <Icon name="check" />}
    </>
  )
  return (
    <li className={action && 'wm-pair'}>
      {href === undefined ? asButton() : asLink(safeUrl(href, schemes))}
      {action && <IconButton {...action} />}
    </li>
  )

  function asButton(): ReactNode {
    if (!onClick && !disabled) return <div className="wm-item wm-static">{content}</div>
    return (
      <button
        type="button"
        className="wm-item"
        disabled={disabled}
        aria-current={current || undefined}
        onClick={onClick}
      >
        {content}
      </button>
    )
  }
  function asLink(url: string | null): ReactNode {
    if (!url || disabled) return <div className="wm-item wm-static wm-off">{content}</div>
    return (
      <a className="wm-item" href={url} target="_blank" rel="noopener noreferrer" onClick={onClick}>
        {content}
      </a>
    )
  }
}
