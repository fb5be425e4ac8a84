// What a column may tell about people, by its name first and its values second. Categories, shapes
// and exclusions are the format's; the vocabulary below is leeway's spelling of them.
#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "base/text.h"
#include "print/inference.h"

namespace leeway::print {
namespace {

using Words = std::vector<std::string>;

// "customerEmail" and "Customer E-Mail" as their words: customer_email, customer_e_mail.
std::string normalised(std::string_view name) {
  std::string result;
  char before = 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool upper = c >= 'A' && c <= 'Z';
    const bool after_small = (before >= 'a' && before <= 'z') || (before >= '0' && before <= '9');
    before = c;
    if (upper && after_small && !result.ends_with('_')) result += '_';
    if (byte < 0x80 && std::isalnum(byte) == 0) {
      if (!result.empty() && !result.ends_with('_')) result += '_';
    } else {
      result += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  while (result.ends_with('_')) result.pop_back();
  return result;
}

// Whether the name ends with the entry at a word's beginning, and which word stands before it.
struct Ending {
  bool matches = false;
  std::string before;
};

Ending ends_with(const std::string& name, std::string_view entry) {
  if (!name.ends_with(entry)) return {};
  const std::string head = name.substr(0, name.size() - entry.size());
  if (head.empty()) return {true, ""};
  if (!head.ends_with('_')) return {};
  const auto start = head.find_last_of('_', head.size() - 2);
  return {true, head.substr(start == std::string::npos ? 0 : start + 1,
                            head.size() - 1 - (start == std::string::npos ? 0 : start + 1))};
}

bool is_listed(std::string_view list, std::string_view word) {
  return (" " + std::string(list) + " ").contains(" " + std::string(word) + " ");
}

bool any_ending(const std::string& name, std::string_view vocabulary,
                std::string_view vetoes = "") {
  for (const auto& entry : split(vocabulary, " ")) {
    const Ending ending = ends_with(name, entry);
    if (ending.matches && (ending.before.empty() || !is_listed(vetoes, ending.before))) return true;
  }
  return false;
}

std::vector<std::string> words_of(std::string_view text) {
  Words words = split(trim(text), " ");
  std::erase(words, "");
  return words;
}

bool is_person(const std::string& value) {
  constexpr std::string_view companies =
      "inc llc ltd limited gmbh plc corp corporation co company sa ag bv nv srl spa pty llp "
      "partners "
      "holdings group foundation trust";
  const Words words = words_of(value);
  if (words.size() < 2 || words.size() > 3) return false;
  return std::ranges::all_of(words, [&](const std::string& word) {
    const bool plain = std::ranges::all_of(word.substr(1), [](unsigned char c) {
      return c >= 0x80 || std::isalpha(c) != 0 || c == '\'' || c == '-' || c == '_';
    });
    return word[0] >= 'A' && word[0] <= 'Z' && plain && !is_listed(companies, to_lower(word));
  });
}

bool is_street(const std::string& value) {
  return words_of(value).size() >= 2 && value.find_first_of("0123456789") != std::string::npos;
}

// A social security number in its written form, of an area, group and serial that are issued.
bool is_social_security(const std::string& value) {
  if (value.size() != 11 || value[3] != '-' || value[6] != '-') return false;
  for (std::size_t i = 0; i < value.size(); ++i)
    if (i != 3 && i != 6 && (value[i] < '0' || value[i] > '9')) return false;
  const std::string area = value.substr(0, 3);
  return area != "000" && area != "666" && area[0] != '9' && value.substr(4, 2) != "00" &&
         value.substr(7) != "0000";
}

struct Column {
  std::string name;
  const std::optional<std::string>& looks_like;
  Words sample;  // without blank values

  bool looks(std::string_view patterns) const {
    return looks_like && is_listed(patterns, *looks_like);
  }
  // At least half of the sample; false for an empty one.
  bool mostly(bool (*test)(const std::string&)) const {
    const auto hits = std::ranges::count_if(sample, test);
    return !sample.empty() && 2 * hits >= std::ssize(sample);
  }
};

bool personal_name(const Column& column) {
  if (any_ending(
          column.name,
          "first_name last_name middle_name given_name family_name sur_name surname forename "
          "maiden_name full_name customer_name contact_name employee_name patient_name "
          "author_name recipient recipient_name"))
    return true;
  return any_ending(column.name, "name display_name owner author contact",
                    "company product brand file table column host domain field cluster") &&
         column.mostly(is_person);
}

bool postal_address(const Column& column) {
  return any_ending(column.name,
                    "address street street_address address_line1 address_line2 address1 address2 "
                    "billing_address shipping_address mailing_address home_address",
                    "email ip mac") &&
         (column.sample.empty() || column.mostly(is_street));
}

bool geolocation(const Column& column) {
  return any_ending(column.name,
                    "latitude longitude lat lon lng geo_lat geo_lng coordinates geo_location "
                    "geolocation geohash gps") ||
         column.looks("latlon");
}

bool date_of_birth(const Column& column) {
  return any_ending(column.name, "date_of_birth dob birth_date birthdate birthday born_on born_at");
}

bool national_id(const Column& column) {
  if (any_ending(column.name,
                 "ssn social_security_number national_id national_insurance_number nino tax_id "
                 "vat_number passport_number passport_no drivers_license driving_licence"))
    return true;
  return any_ending(column.name, "sin tin id_number") && column.mostly(is_social_security);
}

bool financial_account(const Column& column) {
  return any_ending(column.name,
                    "iban bank_account_number bank_account card_number card_no credit_card "
                    "debit_card cc_number cvv cvc card_security_code") ||
         column.looks("iban card_number");
}

bool credential(const Column& column) {
  if (any_ending(column.name,
                 "password password_hash api_key secret_key access_token refresh_token "
                 "session_token private_key client_secret"))
    return true;
  if (column.looks("jwt")) return true;
  return is_listed("key token secret hash", column.name) && column.looks("hex");
}

bool health(const Column& column) {
  return any_ending(column.name,
                    "diagnosis diagnoses diagnosis_code diagnosis_notes icd10 icd10_code icd9_code "
                    "icd_code blood_type blood_group medical_condition health_condition medication "
                    "prescription allergy allergies disability disability_status");
}

bool demographic(const Column& column) {
  return any_ending(column.name,
                    "ethnicity ethnic_group race religion religious_affiliation sexual_orientation "
                    "gender_identity political_affiliation political_party union_membership "
                    "trade_union");
}

bool employment(const Column& column) {
  return any_ending(
      column.name,
      "salary annual_salary base_salary salary_amount wage hourly_rate hourly_wage pay "
      "pay_rate base_pay gross_pay net_pay compensation bonus commission");
}

bool contact(const Column& column) {
  return any_ending(column.name,
                    "email email_address e_mail phone phone_number telephone mobile mobile_number "
                    "fax msisdn cell cell_phone mobile_phone tel telephone_number contact_number "
                    "phone_no") ||
         column.looks("email phone");
}

bool online_identifier(const Column& column) {
  return any_ending(column.name,
                    "ip ip_address ipaddr client_ip remote_ip remote_addr source_ip mac_address "
                    "mac_addr device_id device_identifier advertising_id ad_id idfa gaid aaid "
                    "session_id cookie_id visitor_id") ||
         column.looks("ip mac_address");
}

struct Category {
  std::string_view name;
  bool (*holds)(const Column&);
};

// The first that holds stands.
constexpr std::array<Category, 12> categories{{{"personal_name", personal_name},
                                               {"postal_address", postal_address},
                                               {"geolocation", geolocation},
                                               {"date_of_birth", date_of_birth},
                                               {"national_id", national_id},
                                               {"financial_account", financial_account},
                                               {"credential", credential},
                                               {"health", health},
                                               {"demographic", demographic},
                                               {"employment", employment},
                                               {"contact", contact},
                                               {"online_identifier", online_identifier}}};

}  // namespace

std::optional<std::string> sensitivity_of(std::string_view catalog_name,
                                          const std::optional<std::string>& looks_like,
                                          const std::vector<std::string>& sample) {
  Column column{normalised(catalog_name), looks_like, {}};
  for (const auto& value : sample)
    if (!trim(value).empty()) column.sample.push_back(value);
  for (const auto& category : categories)
    if (category.holds(column)) return std::string(category.name);
  return std::nullopt;
}

}  // namespace leeway::print
