// Patterns of codes that carry a check digit, a registry or a fixed form.
#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "print/patterns.h"

namespace leeway::print::patterns {
namespace {

// ISO 3166-1 alpha-2, the 249 assigned codes.
constexpr std::string_view countries =
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO "
    "BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ "
    "DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP "
    "GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG "
    "KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML "
    "MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE "
    "PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL "
    "SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM "
    "US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

// ISO 4217 alphabetic codes in force on 2026-01-01, funds and X codes included.
constexpr std::string_view currencies =
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP "
    "BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN "
    "ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK "
    "JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD "
    "MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP "
    "PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP "
    "SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV "
    "WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR "
    "ZMW ZWG";

// Whether `word` is one of the blank-separated words of `list`, each of its length.
bool is_listed(std::string_view list, const std::string& word, std::size_t length) {
  if (word.size() != length) return false;
  for (std::size_t at = 0; at < list.size(); at += length + 1)
    if (list.substr(at, length) == word) return true;
  return false;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::string without(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char c : text)
    if (!characters.contains(c)) result += c;
  return result;
}

// GS1 modulo 10: weights 1 and 3 from the right, the check digit among them.
bool has_gs1_check(std::string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i)
    sum += (digits[digits.size() - 1 - i] - '0') * (i % 2 == 0 ? 1 : 3);
  return sum % 10 == 0;
}

bool has_luhn_check(std::string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int digit = digits[digits.size() - 1 - i] - '0';
    const int doubled = digit * 2;
    sum += i % 2 == 0 ? digit : (doubled > 9 ? doubled - 9 : doubled);
  }
  return sum % 10 == 0;
}

bool is_isbn10(std::string_view text) {
  if (text.size() != 10 || !all_digits(text.substr(0, 9))) return false;
  if (!is_digit(text[9]) && text[9] != 'X') return false;
  int sum = 0;
  for (std::size_t i = 0; i < 10; ++i)
    sum += (text[i] == 'X' ? 10 : text[i] - '0') * static_cast<int>(10 - i);
  return sum % 11 == 0;
}

// A form: 'A' a letter, '9' a digit, '*' either, ' ' an optional blank, '?' the element before may
// be missing.
bool has_form(std::string_view form, std::string_view text) {
  if (form.empty()) return text.empty();
  const bool optional = form.size() > 1 && form[1] == '?';
  const std::string_view rest = form.substr(optional ? 2 : 1);
  if ((optional || form[0] == ' ') && has_form(rest, text)) return true;
  if (text.empty()) return false;
  const char c = text[0];
  const bool fits = (form[0] == 'A' && is_upper(c)) || (form[0] == '9' && is_digit(c)) ||
                    (form[0] == '*' && (is_upper(c) || is_digit(c))) ||
                    (form[0] == ' ' && c == ' ');
  return fits && has_form(rest, text.substr(1));
}

int vin_value(char c) {
  constexpr std::string_view letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
  constexpr std::string_view values = "12345678123457923456789";
  return is_digit(c) ? c - '0' : values[letters.find(c)] - '0';
}

}  // namespace

bool country_code(std::string_view text) { return is_listed(countries, to_upper(text), 2); }

bool currency_code(std::string_view text) { return is_listed(currencies, to_upper(text), 3); }

bool postal_code(std::string_view text) {
  const std::string upper = to_upper(text);
  return has_form("AA?9*? 9AA", upper) || has_form("A9A 9A9", upper) || has_form("9999 AA", upper);
}

bool isbn(std::string_view text) {
  const std::string bare = to_upper(without(text, "- "));
  if (bare.size() != 13) return is_isbn10(bare);
  return (bare.starts_with("978") || bare.starts_with("979")) && all_digits(bare) &&
         has_gs1_check(bare);
}

bool ean(std::string_view text) {
  const bool length = text.size() == 8 || (text.size() >= 12 && text.size() <= 14);
  return length && all_digits(text) && has_gs1_check(text);
}

bool imei(std::string_view text) {
  // Reporting bodies that hand out type allocation codes.
  constexpr std::string_view bodies = "00 01 10 30 33 35 44 45 49 50 51 52 53 54 86 91 98 99";
  return text.size() == 15 && all_digits(text) &&
         is_listed(bodies, std::string(text.substr(0, 2)), 2) && has_luhn_check(text);
}

bool card_number(std::string_view text) {
  if (text.find_first_not_of("0123456789 -") != std::string_view::npos) return false;
  const std::string digits = without(text, " -");
  return digits.size() >= 13 && digits.size() <= 19 && has_luhn_check(digits);
}

bool iban(std::string_view text) {
  const std::string bare = to_upper(without(text, " "));
  if (bare.size() < 15 || bare.size() > 34) return false;
  if (!is_upper(bare[0]) || !is_upper(bare[1]) || !is_digit(bare[2]) || !is_digit(bare[3]))
    return false;
  int remainder = 0;
  for (const char c : bare.substr(4) + bare.substr(0, 4)) {
    if (!is_digit(c) && !is_upper(c)) return false;
    const int value = is_digit(c) ? c - '0' : c - 'A' + 10;
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder == 1;
}

bool bic(std::string_view text) {
  return (has_form("AAAAAA**", text) || has_form("AAAAAA*****", text)) &&
         country_code(text.substr(4, 2));
}

bool vin(std::string_view text) {
  constexpr std::size_t check_position = 8;
  constexpr std::array<int, 17> weights{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2};
  const std::string upper = to_upper(text);
  if (upper.size() != weights.size() ||
      upper.find_first_not_of("0123456789ABCDEFGHJKLMNPRSTUVWXYZ") != std::string::npos)
    return false;
  int sum = 0;
  for (std::size_t i = 0; i < upper.size(); ++i) sum += vin_value(upper[i]) * weights[i];
  const int check = sum % 11;
  return upper[check_position] == (check == 10 ? 'X' : static_cast<char>('0' + check));
}

}  // namespace leeway::print::patterns
