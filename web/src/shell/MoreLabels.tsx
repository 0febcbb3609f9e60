import * as common from '../messages/common';
import { cx } from '../ui/cx';
import { srOnly } from '../ui/srOnly';

interface MoreLabelsProps {
  labels: readonly string[];
  /** Whether a tooltip shows the labels. */
  hasTitle?: boolean;
  className?: string;
}

/** The number of labels that are not shown, such as "+2". Screen readers read the labels instead. */
export function MoreLabels({ labels, hasTitle = false, className }: MoreLabelsProps) {
  if (labels.length === 0) return null;
  const names = labels.join(', ');
  return (
    <span title={hasTitle ? names : undefined} className={cx('digits', className)}>
      <span aria-hidden>{common.moreLabels({ count: labels.length })}</span>
      {srOnly(names)}
    </span>
  );
}
