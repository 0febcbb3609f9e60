import * as common from '../messages/common';
import { cx } from '../ui/cx';
import { srOnly } from '../ui/srOnly';

interface MoreLabelsProps {
  labels: readonly string[];
  title?: string;
  className?: string;
}

/** The number of labels that are not shown, such as "+2". Screen readers read the labels instead. */
export function MoreLabels({ labels, title, className }: MoreLabelsProps) {
  if (labels.length === 0) return null;
  return (
    <span title={title} className={cx('digits', className)}>
      <span aria-hidden>{common.moreLabels({ count: labels.length })}</span>
      {srOnly(labels.join(', '))}
    </span>
  );
}
