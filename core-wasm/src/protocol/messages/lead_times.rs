//! Made from `messages/en/lead_times.json` by `npm run messages`. Change the texts there.

/// at due time
pub(crate) fn at_due_time() -> &'static str {
    "at due time"
}

/// {count, plural, one {# week before} other {# weeks before}}
pub(crate) fn weeks_before(count: u64) -> String {
    match count { 1 => format!("{} week before", super::format_number(count)), _ => format!("{} weeks before", super::format_number(count)) }
}

/// {count, plural, one {# day before} other {# days before}}
pub(crate) fn days_before(count: u64) -> String {
    match count { 1 => format!("{} day before", super::format_number(count)), _ => format!("{} days before", super::format_number(count)) }
}

/// {count, plural, one {# hour before} other {# hours before}}
pub(crate) fn hours_before(count: u64) -> String {
    match count { 1 => format!("{} hour before", super::format_number(count)), _ => format!("{} hours before", super::format_number(count)) }
}

/// {count, plural, one {# minute before} other {# minutes before}}
pub(crate) fn minutes_before(count: u64) -> String {
    match count { 1 => format!("{} minute before", super::format_number(count)), _ => format!("{} minutes before", super::format_number(count)) }
}
