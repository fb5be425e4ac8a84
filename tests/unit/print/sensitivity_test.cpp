#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "print/inference.h"

namespace leeway::print {
namespace {

using Found = std::optional<std::string>;
using Sample = std::vector<std::string>;

Found of(const std::string& name, const Sample& sample = {}, const Found& looks_like = {}) {
  return sensitivity_of(name, looks_like, sample);
}

struct Vocabulary {
  std::string category;
  std::string names;
};

// Names that need no values, the format's own.
const std::vector<Vocabulary>& strong_names() {
  static const std::vector<Vocabulary> names{
      {"personal_name",
       "first_name last_name middle_name given_name family_name sur_name surname forename "
       "maiden_name full_name customer_name contact_name employee_name patient_name author_name "
       "recipient recipient_name"},
      {"geolocation",
       "latitude longitude lat lon lng geo_lat geo_lng coordinates geo_location geolocation "
       "geohash gps"},
      {"date_of_birth", "date_of_birth dob birth_date birthdate birthday born_on born_at"},
      {"national_id",
       "ssn social_security_number national_id national_insurance_number nino tax_id vat_number "
       "passport_number passport_no drivers_license driving_licence"},
      {"financial_account",
       "iban bank_account_number bank_account card_number card_no credit_card debit_card "
       "cc_number cvv cvc card_security_code"},
      {"credential",
       "password password_hash api_key secret_key access_token refresh_token session_token "
       "private_key client_secret"},
      {"health",
       "diagnosis diagnoses diagnosis_code diagnosis_notes icd10 icd10_code icd9_code icd_code "
       "blood_type blood_group medical_condition health_condition medication prescription allergy "
       "allergies disability disability_status"},
      {"demographic",
       "ethnicity ethnic_group race religion religious_affiliation sexual_orientation "
       "gender_identity political_affiliation political_party union_membership trade_union"},
      {"employment",
       "salary annual_salary base_salary salary_amount wage hourly_rate hourly_wage pay pay_rate "
       "base_pay gross_pay net_pay compensation bonus commission"},
      {"contact",
       "email email_address e_mail phone phone_number telephone mobile mobile_number fax msisdn "
       "cell cell_phone mobile_phone tel telephone_number contact_number phone_no"},
      {"online_identifier",
       "ip ip_address ipaddr client_ip remote_ip remote_addr source_ip mac_address mac_addr "
       "device_id device_identifier advertising_id ad_id idfa gaid aaid session_id cookie_id "
       "visitor_id"}};
  return names;
}

TEST(Sensitivity, AStrongNameNeedsNoValues) {
  for (const auto& [category, names] : strong_names())
    for (const auto& name : split(names, " ")) {
      EXPECT_EQ(of(name), category) << name;
      EXPECT_EQ(of(name, {"1", "2"}), category) << name;
      EXPECT_EQ(of("legacy_" + name), category) << name;
    }
}

TEST(Sensitivity, TheNameIsTakenApartAsTheCatalogSpellsIt) {
  for (const auto* name : {"customerEmail", "Customer E-Mail", "EMAIL", "__email__", "user.email",
                           "work2Email", "customer  email"})
    EXPECT_EQ(of(name), "contact") << name;
  for (const auto* name : {"emailed", "customeremail", "email_count", "", "_", "-"})
    EXPECT_EQ(of(name), std::nullopt) << name;
}

TEST(Sensitivity, WhatTheFormatLeavesOut) {
  for (const auto* name : {"age",        "city",      "region",         "postcode",   "zip",
                           "gender",     "sex",       "nationality",    "country",    "bic",
                           "swift",      "sort_code", "routing",        "user_id",    "customer_id",
                           "account_id", "username",  "job_title",      "department", "status",
                           "condition",  "treatment", "account_number", "account_no", "pan",
                           "title"})
    EXPECT_EQ(of(name, {"Anna Berg", "12 Long Street"}), std::nullopt) << name;
}

TEST(Sensitivity, AWeakNameIsAPersonsWhenHalfOfItsValuesAre) {
  const Sample people{"Anna Berg", "Jan-Erik de", "Mary O'Neil", "??"};
  EXPECT_EQ(of("name", {"Anna Berg", "x"}), "personal_name");
  EXPECT_EQ(of("name", {"Anna Berg", "x", "y"}), std::nullopt);
  EXPECT_EQ(of("name"), std::nullopt);
  for (const auto* name : {"owner", "author", "contact", "displayName", "user_name"})
    EXPECT_EQ(of(name, {"Anna Berg"}), "personal_name") << name;
  for (const auto* veto : {"company", "product", "brand", "file", "table", "column", "host",
                           "domain", "field", "cluster"})
    EXPECT_EQ(of(std::string(veto) + "_name", {"Anna Berg"}), std::nullopt) << veto;
  EXPECT_EQ(of("company_first_name"), "personal_name");
  EXPECT_EQ(of("name", people), "personal_name");
}

TEST(Sensitivity, WhatAPersonsNameLooksLike) {
  for (const auto* person : {"Anna Berg", "Anna Maria Berg", " Anna  Berg ", "J'Son Lee-Ray"})
    EXPECT_EQ(of("name", {person}), "personal_name") << person;
  for (const auto* other : {"Anna", "Anna Maria Van Berg", "anna Berg", "Anna berg", "Anna B3rg",
                            "Berg Holdings", "Berg GMBH", "Anna B."})
    EXPECT_EQ(of("name", {other}), std::nullopt) << other;
  EXPECT_EQ(of("name", {"Anna Berg", "", "  "}), "personal_name");
}

TEST(Sensitivity, AnAddressIsOneWithoutASampleOrWithHalfOfItSo) {
  for (const auto* name :
       {"address", "street", "street_address", "address_line1", "address_line2", "address1",
        "address2", "billing_address", "shipping_address", "mailing_address", "home_address"}) {
    EXPECT_EQ(of(name), "postal_address") << name;
    EXPECT_EQ(of(name, {"12 Long Street", "Nowhere"}), "postal_address") << name;
    EXPECT_EQ(of(name, {"12 Long Street", "Nowhere", "0x12"}), std::nullopt) << name;
    EXPECT_EQ(of(name, {" ", ""}), "postal_address") << name;
  }
  EXPECT_EQ(of("email_address"), "contact");
  EXPECT_EQ(of("ip_address"), "online_identifier");
  EXPECT_EQ(of("mac_address"), "online_identifier");
}

TEST(Sensitivity, ASocialSecurityNumberIsOfAnIssuedArea) {
  for (const auto* name : {"sin", "tin", "id_number"}) {
    EXPECT_EQ(of(name, {"123-45-6789", "x"}), "national_id") << name;
    EXPECT_EQ(of(name, {"123-45-6789", "x", "y"}), std::nullopt) << name;
    EXPECT_EQ(of(name), std::nullopt) << name;
  }
  for (const auto* never : {"000-45-6789", "666-45-6789", "900-45-6789", "123-00-6789",
                            "123-45-0000", "123456789", "123-45-67890", "a23-45-6789"})
    EXPECT_EQ(of("tin", {never}), std::nullopt) << never;
}

TEST(Sensitivity, ShapesTellUnderAnyName) {
  for (const auto& [shape, category] :
       std::vector<std::pair<std::string, std::string>>{{"latlon", "geolocation"},
                                                        {"iban", "financial_account"},
                                                        {"card_number", "financial_account"},
                                                        {"jwt", "credential"},
                                                        {"email", "contact"},
                                                        {"phone", "contact"},
                                                        {"ip", "online_identifier"},
                                                        {"mac_address", "online_identifier"}})
    EXPECT_EQ(of("c1", {}, shape), category) << shape;
  for (const auto* shape : {"uuid", "hex", "bic", "url", "isbn"})
    EXPECT_EQ(of("c1", {}, shape), std::nullopt) << shape;
  EXPECT_EQ(of("first_name", {}, "email"), "personal_name");
}

TEST(Sensitivity, AKeyIsACredentialByItsWholeNameAndItsShape) {
  for (const auto* name : {"key", "token", "secret", "hash"}) {
    EXPECT_EQ(of(name, {}, "hex"), "credential") << name;
    EXPECT_EQ(of(name, {}, "jwt"), "credential") << name;
    EXPECT_EQ(of(name), std::nullopt) << name;
    EXPECT_EQ(of(name, {}, "uuid"), std::nullopt) << name;
    EXPECT_EQ(of("row_" + std::string(name), {}, "hex"), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace leeway::print
